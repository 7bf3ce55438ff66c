/** The five tones of statuses and notices, and their classes. */
export type Tone = 'ok' | 'warn' | 'bad' | 'wait' | 'off'

export const stateClass: Record<Tone, string> = {
  ok: 'state state-ok',
  warn: 'state state-warn',
  bad: 'state state-bad',
  wait: 'state state-wait',
  off: 'state',
}

export type NoteTone = 'warning' | 'info' | 'error'

export const noteClass: Record<NoteTone, string> = {
  warning: 'note-line',
  info: 'note-line note-line-info',
  error: 'note-line note-line-error',
}
