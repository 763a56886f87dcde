/** Upload options for the Storage client. A file name is never reused for other content, so clients can cache the file for a year. */
export const uploadOptions = (contentType: string) => ({ contentType, cacheControl: '31536000' });
