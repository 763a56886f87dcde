/** Modes of what a server keeps: mails with codes and links, files and rows are for the user that it runs as. */
export const OWN_FOLDER = 0o700;
export const OWN_FILE = 0o600;
