/** Announcements of the sample installation's operator. */
import type { Cx } from '../../platform/cx'
import type { WritableControl } from '../../platform/sqlite'
import { DAY, HOUR } from '../../platform/time'
import { users } from '../../users/tables'
import { countReaders, insertAnnouncement, storeRead } from './actions'
import { HIGH, type Priority } from './contract'
import { storeReaders } from './control-writes'

type Sample = { readonly title: string; readonly text: string; readonly priority: Priority; readonly ago: number }

/** The oldest first. */
const samples: readonly Sample[] = [
  {
    title: 'Novos vídeos na Ajuda',
    text: 'Cinco vídeos curtos mostram o dia no balcão, do primeiro atendimento às campanhas.',
    priority: 3,
    ago: 6 * DAY,
  },
  {
    title: 'Modelos de planilha para importar contatos',
    text: 'O arquivo de exemplo já vem com as colunas certas. Está em Contatos, no menu de importação.',
    priority: 2,
    ago: 2 * DAY,
  },
  {
    title: 'Manutenção no domingo, das 2h às 3h',
    text: 'O sistema fica fora do ar por até uma hora. Mensagens que chegarem nesse tempo aparecem depois, nenhuma se perde.',
    priority: 1,
    ago: 5 * HOUR,
  },
]

/** Users who sign in for a first look have read the ones that would open. */
const READERS = 4

export function addSampleAnnouncements(cx: Cx, _folder: string, control: WritableControl) {
  const first = cx.db.select({ userId: users.id }).from(users).orderBy(users.id).limit(READERS).all()
  for (const { ago, ...sample } of samples) {
    const { id } = insertAnnouncement(control, cx.now() - ago, { ...sample, status: true })
    if (sample.priority !== HIGH) continue
    for (const { userId } of first) storeRead(control, cx, userId, [id])
    storeReaders.run(control, cx.now(), countReaders(cx, [id]))
  }
}
