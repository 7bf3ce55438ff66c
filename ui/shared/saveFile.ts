/** Gives a file that was fetched to the browser's downloads, under its own name. */
export function saveFile(file: File): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), WHILE_IT_IS_TAKEN)
}
const WHILE_IT_IS_TAKEN = 60_000
