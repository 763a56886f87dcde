/** How a file is stored: its name never stands for another picture or document, so whoever has it may keep it for a year. */
export const uploadOptions = (contentType: string) => ({ contentType, cacheControl: '31536000' });
