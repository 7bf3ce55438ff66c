import type { MouseEvent } from 'react'

/** For buttons beside fields: otherwise the field that loses the focus may show an error, which moves the button away from the click. */
export const keepFocus = (event: MouseEvent) => event.preventDefault()
