/** Gives the focus back to the composer after a button around it was used. */
import { PHONE } from '../../../shared/useMedia'

/** Null where nothing can be written: a colleague's ticket, or during a recording. */
export function composer(): HTMLTextAreaElement | null {
  const box = document.getElementById('composer')
  return box instanceof HTMLTextAreaElement ? box : null
}

/**
 * `finalFocus` for popups: the composer, or true (where the focus was before) on a phone, whose keyboard would cover
 * the conversation.
 */
export const writingPlace = (): HTMLElement | true => (matchMedia(PHONE).matches ? true : (composer() ?? true))

export function backToWriting(): void {
  const place = writingPlace()
  if (place !== true) place.focus()
}
