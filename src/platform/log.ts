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

/** pino's path syntax needs brackets for names with a dash. */
const quoted = (path: string) => path.replace('set-cookie', '["set-cookie"]').replace('.["', '["')
