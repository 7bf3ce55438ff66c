import type { MouseEvent } from 'react'

/** For submit buttons: otherwise the field that loses the focus may show an error, which moves the button away from the click. */
export const keepFocus = (event: MouseEvent) => event.preventDefault()
