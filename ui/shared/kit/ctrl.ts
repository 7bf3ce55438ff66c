/** Label of the Ctrl or Cmd key on this system. */
export const CTRL = /^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl'
