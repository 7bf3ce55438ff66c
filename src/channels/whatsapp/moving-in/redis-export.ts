/**
 * Reads what `redis-cli` prints for `REDIS_COMMAND`: a line with a key, then one with its value, as raw text or as JSON.
 * Values are JSON without line breaks. Dumps of Redis itself are refused: the command works with every version.
 */
import { parseJson } from './bytes'

const SCRIPT =
  "local r={} for _,k in ipairs(redis.call('KEYS','sessions:*')) do r[#r+1]=k r[#r+1]=redis.call('GET',k) end return r"
/** What the operator runs where Redis is. */
export const REDIS_COMMAND = `redis-cli EVAL "${SCRIPT}" 0 > sessions.txt`

/** Entries by the id of their connection: `creds`, `pre-key-1`. */
export type RedisSessions = ReadonlyMap<string, ReadonlyMap<string, string>>

export class UnreadableRedisExport extends Error {}

export function readRedisExport(text: string): RedisSessions {
  if (/^(REDIS\d|\*\d+\r\n)/.test(text)) refuse('is a dump of Redis itself')
  const lines = text.trimStart().startsWith('[') ? strings(parseJson(text)) : unquoted(text.split(/\r?\n/))
  const sessions = new Map<string, Map<string, string>>()
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [key = '', value = ''] = [lines[at], lines[at + 1]]
    const [, connection, name] = /^sessions:([^:]+):(.+)$/.exec(key) ?? []
    if (connection === undefined || name === undefined)
      refuse(`has a line that is no session key: "${key.slice(0, 60)}"`)
    const entries = sessions.get(connection) ?? new Map<string, string>()
    sessions.set(connection, entries.set(name, value))
  }
  if (sessions.size === 0) refuse('has no sessions')
  return sessions
}

const strings = (read: unknown): string[] =>
  Array.isArray(read) && read.every((one) => typeof one === 'string') ? read : refuse('is no list of keys and values')

/** In a terminal `redis-cli` numbers the lines and quotes the values: `1) "sessions:7:creds"`. */
function unquoted(lines: readonly string[]): string[] {
  const all = lines.filter((line) => line !== '')
  if (!/^ *1\) "/.test(all[0] ?? '')) return all
  return all.map((line) => {
    const read = parseJson(line.replace(/^ *\d+\) /, '').replaceAll(/\\x([0-9a-f]{2})/gi, '\\u00$1'))
    return typeof read === 'string' ? Buffer.from(read, 'latin1').toString('utf8') : refuse('is cut')
  })
}

function refuse(why: string): never {
  throw new UnreadableRedisExport(`The file of --redis ${why}. Make it with: ${REDIS_COMMAND}`)
}
