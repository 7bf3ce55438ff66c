/** The text being written: after what is done around it, the fingers go on there. */
import { PHONE } from '../../../shared/useMedia'

/** Null where nothing can be written: another's ticket, a recording. */
export function composer(): HTMLTextAreaElement | null {
  const box = document.getElementById('composer')
  return box instanceof HTMLTextAreaElement ? box : null
}

/** For what gives the focus back when it closes; true: where it came from. A phone's keyboard would cover what one came to read. */
export const writingPlace = (): HTMLElement | true => (matchMedia(PHONE).matches ? true : (composer() ?? true))

export function backToWriting(): void {
  const place = writingPlace()
  if (place !== true) place.focus()
}
