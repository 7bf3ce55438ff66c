/** The connection that moved-in conversations have here. */
import type { Move } from '../../moving-in/mover'
import { getOnlyValue } from '../../platform/sql'

/** `moved_ids` of the connection for all conversations whose own is unknown. */
const NONE = 'none'
const NAME: Readonly<Record<string, string>> = {
  'pt-BR': 'Conexão anterior',
  en: 'Former connection',
  es: 'Conexión anterior',
  tr: 'Önceki bağlantı',
}

/**
 * For a conversation of theirs, in its slice: theirs, or a deleted one if they name none, or one that did not come.
 * It is WhatsApp's.
 */
export function connectionFor({ cx, ids }: Pick<Move, 'cx' | 'ids'>, theirs: string | null): number {
  const known = ids.find('connections', theirs) ?? ids.find('connections', NONE)
  if (known !== undefined) return known
  const id = getOnlyValue<number>(
    cx.db,
    `INSERT INTO connections (name, is_default, created_at, updated_at, deleted_at)
       VALUES (@name, 0, @now, @now, @now) RETURNING id`,
    { name: NAME[cx.tenant.language] ?? 'Conexão anterior', now: cx.now() },
  )
  ids.add('connections', NONE, id)
  return id
}
