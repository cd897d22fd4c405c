/** Saves text or bytes as a file of the person's device. */
export function saveFile(name: string, content: string | readonly string[] | Uint8Array<ArrayBuffer>, type: string): void {
  const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : [...content];
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Saves a PDF that a call returned. @param content in base64 */
export const savePdf = (name: string, content: string): void => saveFile(name, bytesOf(content), 'application/pdf');
