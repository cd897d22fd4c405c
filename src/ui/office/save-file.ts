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
