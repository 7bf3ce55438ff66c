/** Invented campaigns of the sample company, one in each status. The running one waits for answers, so it sends nothing by itself. */

import { eq } from 'drizzle-orm'
import { findDefaultConnection } from '../../channels/connections/queries'
import { findContactIdByAddress } from '../../contacts/queries'
import { contacts } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { calendarAround } from '../../platform/days'
import { execute, getValue } from '../../platform/sql'
import { searchable } from '../../platform/text'
import { HOUR, MINUTE } from '../../platform/time'
import { queues } from '../../queues/tables'
import { STATUS } from './contract'
import { countsAs } from './delivery'
import { campaignProgress, campaigns, deliveries, type StoredCampaign, type StoredDelivery } from './tables'

type CampaignStory = Pick<StoredCampaign, 'name' | 'status' | 'texts' | 'createdAt'> & Partial<StoredCampaign>

const AURORA = [
  '{{ms}}, {{firstName}}! Chegou a coleção Aurora: sofás e poltronas com até *30%* na semana de lançamento. Use o cupom {{cupom}}. Não quer mais receber? Responda SAIR.',
  'Olá, {{firstName}}! A coleção Aurora já está na loja, com frete grátis no Rio. Cupom {{cupom}} até {{validade}}. Para não receber mais, responda SAIR.',
  '{{firstName}}, venha conhecer a coleção Aurora: tecidos novos e entrega em 7 dias. Quer as fotos? É só responder. SAIR para não receber.',
]

const first =
  'Ana Bruno Carla Diego Elaine Fábio Gisele Hugo Íris João Kátia Luís Márcia Nádia Otávio Paula Raul Sílvia Tânia Vítor'.split(
    ' ',
  )
const last =
  'Abreu Barros Cardoso Dias Esteves Farias Gouveia Holanda Lacerda Matos Nunes Pacheco Queirós Rios Salgado Torres Viana'.split(
    ' ',
  )
const answers = [
  'Tem na cor areia?',
  'Qual o prazo para Niterói?',
  'Obrigado, vou passar aí sábado',
  'Aceitam cartão em 10x?',
  'Manda as fotos, por favor',
  'Ainda tem a poltrona verde?',
  'Já comprei, amei!',
]

/** Outcome of a delivery; shares are percentages. */
type Outcome = 'skipped' | 'failed' | 'optedOut' | 'answered' | 'read' | 'delivered' | 'sent' | 'asked' | 'waiting'
type Shares = Partial<Record<Outcome, number>>

const invented = (n: number): { name: string; number: string } => ({
  name: `${first[n % first.length]} ${last[(n * 7 + Math.floor(n / first.length)) % last.length]}`,
  number: `55219${String(93_510_000 + 41 * n)}`,
})

const whyFailed = ['notOnWhatsapp', 'rejected'] as const
const whySkipped = ['noWhatsapp', 'blacklisted', 'duplicate', 'unchecked'] as const

/** Number of recipients, their outcomes, and sends per hour. */
type Reach = { readonly count: number; readonly shares: Shares; readonly perHour: number }
type ReachingCampaign = CampaignStory & { readonly startedAt: number; readonly reached: Reach }
export type SampleCampaign = { readonly list?: 'customers' | 'partners' } & (
  | ReachingCampaign
  | (CampaignStory & { readonly reached?: undefined })
)

/** Rows relative to `now`, latest first. */
export function sampleCampaigns(now: number, timeZone: string): readonly SampleCampaign[] {
  const at = calendarAround(now, timeZone)
  return [
    {
      name: 'Lançamento da coleção Aurora',
      status: STATUS.finished,
      texts: AURORA,
      list: 'customers',
      createdAt: at(-16, 15),
      startsAt: at(-14, 9),
      startedAt: at(-14, 9),
      completedAt: at(-14, 15),
      reached: {
        count: 320,
        shares: { skipped: 7, failed: 3, optedOut: 1, answered: 14, read: 48, delivered: 24, sent: 3 },
        perHour: 58,
      },
    },
    {
      name: 'Novidades de dezembro',
      status: STATUS.running,
      texts: ['{{firstName}}, aqui estão as novidades de dezembro da {{loja}}: o que você quer ver primeiro?'],
      confirmation: true,
      confirmationTexts: ['Oi, {{firstName}}! Posso te mandar as novidades de dezembro da Móveis Aurora?'],
      list: 'customers',
      createdAt: at(-2, 16),
      startsAt: at(-1, 10),
      startedAt: at(-1, 10),
      reached: {
        count: 64,
        shares: { skipped: 6, optedOut: 2, answered: 10, read: 20, delivered: 8, asked: 54 },
        perHour: 40,
      },
    },
    {
      name: 'Queima de estoque: tapetes',
      status: STATUS.stopped,
      texts: ['{{ms}}, {{firstName}}! Tapetes com 40% só até sábado. Responda SAIR para não receber.'],
      list: 'customers',
      createdAt: at(-6, 9),
      startsAt: at(-5, 9),
      startedAt: at(-5, 9),
      reached: {
        count: 90,
        shares: { skipped: 7, failed: 4, answered: 4, read: 18, delivered: 10, waiting: 57 },
        perHour: 20,
      },
    },
    {
      name: 'Convite: noite dos arquitetos',
      status: STATUS.scheduled,
      texts: [
        '{{firstName}}, a Móveis Aurora convida você para a noite dos arquitetos, dia 18 às 19h. Posso confirmar a sua presença?',
      ],
      list: 'partners',
      createdAt: at(-1, 11),
      startsAt: at(20, 10),
    },
    {
      name: 'Boas festas',
      status: STATUS.draft,
      texts: ['{{firstName}}, a equipe da {{loja}} deseja boas festas!'],
      createdAt: at(-1, 17),
    },
  ]
}

export function addCampaigns(cx: Cx) {
  const connection = findDefaultConnection(cx.db)
  if (!connection) return
  const idOf = (sql: string) => getValue<number>(cx.db, sql) ?? null
  const lists = {
    customers: idOf("SELECT id FROM contact_lists WHERE name LIKE 'Clientes%'"),
    partners: idOf("SELECT id FROM contact_lists WHERE name LIKE 'Arquitetos%'"),
  }
  const queueId = cx.db.select({ id: queues.id }).from(queues).limit(1).get()?.id ?? null
  cx.transaction((cx) => {
    for (const campaign of sampleCampaigns(cx.now(), cx.tenant.timeZone)) {
      const { list, reached: _, ...written } = campaign
      const contactListId = list ? lists[list] : null
      const id = add(cx, { ...written, connectionId: connection.id, queueId, contactListId })
      if (campaign.reached) fill(cx, id, campaign)
    }
  })
}

const five = (texts: readonly string[] = []): string[] => [...texts, '', '', '', '', ''].slice(0, 5)

function add(cx: Cx, campaign: CampaignStory): number {
  const { id } = cx.db
    .insert(campaigns)
    .values({
      ...campaign,
      nameFolded: searchable(campaign.name),
      texts: five(campaign.texts),
      confirmationTexts: five(campaign.confirmationTexts),
      updatedAt: campaign.createdAt,
    })
    .returning({ id: campaigns.id })
    .get()
  cx.db
    .insert(campaignProgress)
    .values({ campaignId: id, isFilled: Boolean(campaign.startedAt) })
    .run()
  return id
}

/** A mix of existing contacts and invented people. */
function recipientsOf(cx: Cx, count: number) {
  const known = cx.db
    .select({ name: contacts.name, number: contacts.number })
    .from(contacts)
    .orderBy(contacts.id)
    .limit(30)
    .all()
    .flatMap(({ name, number }) => (number === null ? [] : [{ name, number }]))
  return Array.from({ length: count }, (_, n) => (n % 5 === 0 ? known[n / 5] : undefined) ?? invented(n))
}

function fill(cx: Cx, campaignId: number, campaign: ReachingCampaign) {
  const sums: Record<string, number> = { total: 0 }
  const hours = new Map<number, Record<'delivered' | 'read' | 'answered' | 'optedOut', number>>()
  const seen = new Set<string>()
  for (const [n, { name, number }] of recipientsOf(cx, campaign.reached.count).entries()) {
    if (seen.has(number)) continue
    seen.add(number)
    const row = { campaignId, ...sampleDelivery(campaign, n) }
    cx.db
      .insert(deliveries)
      .values({
        ...row,
        number,
        name,
        words: `${searchable(name)} ${number}`,
        contactId: findContactIdByAddress(cx.db, { kind: 'phone', value: number }) ?? null,
      })
      .run()
    sums.total = (sums.total ?? 0) + 1
    for (const [key, is] of Object.entries(countsAs(row as StoredDelivery))) sums[key] = (sums[key] ?? 0) + is // the row has all counted columns
    draw(hours, row.deliveredAt, 'delivered')
    draw(hours, row.readAt, 'read')
    draw(hours, row.answeredAt, 'answered')
    if (row.state === 'optedOut') draw(hours, row.at, 'optedOut')
  }
  cx.db.update(campaignProgress).set(sums).where(eq(campaignProgress.campaignId, campaignId)).run()
  for (const [hour, { delivered, read, answered, optedOut }] of hours) {
    const counts = [delivered, read, answered, optedOut]
    execute(cx.db, 'INSERT INTO campaign_points VALUES (?, ?, ?, ?, ?, ?)', [campaignId, hour, ...counts])
  }
}

function draw<K extends string>(hours: Map<number, Record<K, number>>, at: number | null, what: K) {
  if (at === null) return
  const hour = at - (at % HOUR)
  const counts = hours.get(hour) ?? ({ delivered: 0, read: 0, answered: 0, optedOut: 0 } as Record<K, number>) // all charted keys
  counts[what]++
  hours.set(hour, counts)
}

function fateOf(shares: Shares, n: number): Outcome {
  const fates = (Object.entries(shares) as [Outcome, number][]).flatMap(([fate, share]) =>
    Array<Outcome>(share).fill(fate),
  ) // keys of a literal
  return fates[(n * 37) % fates.length] ?? 'sent'
}

/** Sends one after the other; delivery statuses and answers follow within three hours. */
export function sampleDelivery({ confirmation, texts, startedAt, reached }: ReachingCampaign, n: number) {
  const sentAt = startedAt + Math.floor((n * HOUR) / reached.perHour)
  const fate = fateOf(reached.shares, n)
  const hasLeft = !['skipped', 'failed', 'asked', 'waiting'].includes(fate)
  const isDelivered = hasLeft && fate !== 'sent'
  const isRead = isDelivered && fate !== 'delivered'
  const deliveredAt = isDelivered ? sentAt + (1 + (n % 5)) * MINUTE : null
  const readAt = isRead ? sentAt + (6 + (n % 50)) * MINUTE : null
  const answeredAt = fate === 'answered' ? sentAt + (20 + ((n * 13) % 150)) * MINUTE : null
  const isAsked = confirmation === true && (hasLeft || fate === 'asked')
  return {
    connectionId: hasLeft ? 1 : null,
    position: n,
    isCold: fate === 'waiting' && n % 2 === 0,
    text: 1 + (n % texts.length),
    confirmationText: confirmation ? 1 : null,
    state: fate,
    reason:
      fate === 'failed'
        ? (whyFailed[n % whyFailed.length] ?? null)
        : fate === 'skipped'
          ? (whySkipped[n % whySkipped.length] ?? null)
          : null,
    answer: fate === 'answered' ? (answers[n % answers.length] ?? null) : fate === 'optedOut' ? 'SAIR' : null,
    askedAt: isAsked ? sentAt - 10 * MINUTE : null,
    confirmedAt: isAsked && hasLeft ? sentAt - 2 * MINUTE : null,
    sentAt: hasLeft ? sentAt : null,
    deliveredAt,
    readAt,
    answeredAt,
    ticketId: null,
    at: answeredAt ?? readAt ?? deliveredAt ?? sentAt,
  }
}
