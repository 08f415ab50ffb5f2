/** Saves a file in the browser, like a link with `download`. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The server's name for a file; `otherwise` if it sends none. */
export function fileNameOf(headers: Headers, otherwise: string): string {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? otherwise;
}
