/** Saves a fetched file in the browser's downloads, under its own name. */
export function saveFile(file: File): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), WHILE_IT_IS_TAKEN)
}
const WHILE_IT_IS_TAKEN = 60_000

/** The browser fetches it itself, with the session's cookie: for files too large to hold in memory. */
export function download(address: string): void {
  Object.assign(document.createElement('a'), { href: `/api${address}`, download: '' }).click()
}
