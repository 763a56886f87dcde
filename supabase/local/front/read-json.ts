/** The JSON of a request or answer, which the next reader can still read; undefined when it is none. */
export async function readJson(message: Request | Response): Promise<unknown> {
  try {
    return await message.clone().json();
  } catch {
    return undefined;
  }
}
