/** The help videos of the sample installation; their codes belong to no video. */
import type { Cx } from '../../platform/cx'
import type { WritableControl } from '../../platform/sqlite'
import { insertHelp } from './actions'
import type { CreateHelp } from './contract'

const samples: readonly CreateHelp[] = [
  {
    title: 'Primeiros passos no balcão',
    description: 'Entrar, aceitar a primeira conversa e responder.',
    video: 'bAlc4o_0001',
    seconds: 252,
  },
  {
    title: 'Aceitar, transferir e resolver',
    description:
      'O caminho de uma conversa do começo ao fim: quem aceita, para quem vai, como termina. Mostra também o que o cliente recebe em cada passo e por que uma conversa volta para a fila.',
    video: 'bAlc4o_0002',
    seconds: 395,
  },
  {
    title: 'Notas internas e respostas rápidas',
    description: 'O que só a equipe vê, e os textos que se repetem.',
    video: 'bAlc4o_0003',
    seconds: 228,
  },
  {
    title: 'Vincular um número por QR ou por código',
    description: 'Com o celular na mão, em um minuto.',
    video: 'bAlc4o_0004',
    seconds: 140,
  },
  {
    title: 'Campanhas sem perder o número',
    description: 'Risco, ritmo, contatos frios e quem pediu para sair.',
    video: 'bAlc4o_0005',
    seconds: 550,
  },
]

export function addSampleHelps(cx: Cx, _folder: string, control: WritableControl) {
  for (const sample of samples) insertHelp(control, cx.now(), sample)
}
