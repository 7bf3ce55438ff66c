/** What the key is called that goes with a letter here. */
export const CTRL = /^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl'
