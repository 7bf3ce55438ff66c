/**
 * Logs JSON lines to stderr, because stdout is for a command's result. Secrets are redacted here; message bodies are
 * never logged.
 */
import pino from 'pino'

export type Log = pino.Logger

const secretFields = [
  'password',
  'token',
  'authorization',
  'cookie',
  'set-cookie',
  'refreshToken',
  'qrcode',
  'pairingCode',
  'rootKey',
  'privKey',
  'private',
  'body',
]

export function createLog(level: string): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`].map(quoted)),
      censor: '[hidden]',
    },
    serializers: { err: pino.stdSerializers.err },
  }
  return pino(options, pino.destination({ fd: 2, sync: true }))
}

/** A log whose errors are also given to `note`, with the words and what was logged with them. */
export function noting(log: Log, note: (logged: object, words: string) => void): Log {
  const noted = log.child({})
  const write = noted.error.bind(noted)
  noted.error = (...args: unknown[]) => {
    const [logged, words] = args
    if (typeof logged === 'object' && logged !== null) note(logged, typeof words === 'string' ? words : '')
    write(...(args as Parameters<typeof write>)) // as they were given
  }
  return noted
}

/** pino's path syntax needs brackets for names with a dash. */
const quoted = (path: string) => path.replace('set-cookie', '["set-cookie"]').replace('.["', '["')
