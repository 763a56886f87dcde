/** The JSON of a request or answer, leaving its body readable; undefined if it is invalid. */
export async function readJson(message: Request | Response): Promise<unknown> {
  try {
    return await message.clone().json();
  } catch {
    return undefined;
  }
}
