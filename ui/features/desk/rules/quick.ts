/** The word, if the whole text is one word after a slash: a quick message was meant. */
export function shortcodeIn(text: string): string | null {
  const found = /^\/(\S*)$/.exec(text.trim())
  return found?.[1] ?? null
}
