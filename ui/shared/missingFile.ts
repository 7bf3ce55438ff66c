/** A file of the screens that did not come: the line is down, or an upgrade has replaced it. */

/** In the words of Chromium, Firefox, Safari, and of the loader of style sheets. */
export const isMissingFile = (failure: unknown): boolean =>
  failure instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(failure.message)

export async function isServerThere(): Promise<boolean> {
  const answer = await fetch('/health', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer !== null && answer.status < 500
}
