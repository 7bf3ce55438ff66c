/** Recognises a chunk that failed to load: the network is down, or an upgrade has replaced it. */

/** The error messages of Chromium, Firefox, Safari, and of the style sheet loader. */
export const isMissingFile = (failure: unknown): boolean =>
  failure instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(failure.message)

export async function isServerThere(): Promise<boolean> {
  const answer = await fetch('/health', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer !== null && answer.status < 500
}
