/** Quick messages of the sample company. */

import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { fold } from '../../platform/text'
import { findActor } from '../../users/people'
import { users } from '../../users/tables'
import { insertQuickMessage } from './actions'
import { tagIdsByName } from './queries'

type Sample = { readonly shortcode: string; readonly message: string; readonly tag?: string; readonly status?: boolean }

const samples: readonly Sample[] = [
  { shortcode: 'ola', message: '{{ms}}, {{firstName}}! Aqui é da Aurora Móveis. Como posso ajudar?' },
  { shortcode: 'aguarde', message: 'Só um instante, {{firstName}}, já verifico para você.' },
  { shortcode: 'horario', message: 'Atendemos de segunda a sexta, das 9h às 18h, e aos sábados até as 13h.' },
  {
    shortcode: 'endereco',
    message: 'Nossa loja fica na Rua das Palmeiras, 250, Centro. Há estacionamento para clientes.',
  },
  { shortcode: 'prazo', message: 'O prazo de entrega é de 15 a 20 dias úteis após a confirmação do pagamento.' },
  {
    shortcode: 'frete',
    message: 'O frete é grátis na cidade. Para outras cidades, me passe o CEP e calculo na hora.',
  },
  {
    shortcode: 'pagamento',
    message: 'Aceitamos Pix com 5% de desconto, boleto, e cartão em até 10 vezes sem juros.',
  },
  { shortcode: 'pix', message: 'Nossa chave Pix é o CNPJ 12.345.678/0001-95, em nome de Aurora Móveis Ltda.' },
  {
    shortcode: 'orcamento',
    message: '{{firstName}}, o orçamento segue em anexo. Ele vale por 7 dias a partir de {{date}}.',
    tag: 'Orçamento enviado',
  },
  {
    shortcode: 'garantia',
    message:
      'Todos os nossos móveis têm 12 meses de garantia. Me envie, por favor, a nota fiscal e uma foto do defeito.',
    tag: 'Garantia',
  },
  { shortcode: 'protocolo', message: 'O número do seu atendimento é {{protocol}}.' },
  {
    shortcode: 'avaliacao',
    message: 'Foi um prazer atender você, {{firstName}}! Se puder, conte como foi a sua experiência.',
  },
  {
    shortcode: 'natal',
    message: 'Boas festas, {{firstName}}! Voltamos a atender no dia 2 de janeiro.',
    status: false,
  },
]

/** The company's first admin is the author. */
export function addSampleQuickMessages(cx: Cx) {
  const admin = cx.db.select({ id: users.id }).from(users).where(eq(users.profile, 'admin')).orderBy(users.id).get()
  const actor = admin && findActor(cx.db, admin.id, cx.tenant, 'sample')
  if (!actor) return
  cx.transaction((cx) => {
    const tags = tagIdsByName(cx.db)
    for (const { tag, ...sample } of samples)
      insertQuickMessage(cx, actor, { ...sample, geral: true, tagId: tags.get(fold(tag ?? '')) ?? null })
  })
}
