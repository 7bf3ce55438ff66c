/** E-mails of the sample company: sent ones with possible responses of a mail server, and scheduled ones. */
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { calendarAround } from '../../platform/days'
import { adoptFile, receiveFile } from '../../platform/files'
import { DEMO_MAIL_SERVER } from '../../platform/smtp-settings'
import { execute } from '../../platform/sql'
import { searchable } from '../../platform/text'
import { DAY, HOUR, MINUTE } from '../../platform/time'
import type { ReceivedFile } from '../../platform/uploads'
import { writeSetting } from '../../settings/settings'
import { users } from '../../users/tables'
import { addFile, setFiles } from './files'
import { setSignature } from './signatures'
import { emailRecipients, emails, type StoredRecipient } from './tables'
import { insertTemplate } from './templates/actions'

const SENDER = 'vendas@aurora.example'

type Copy = readonly [address: string, also?: Partial<StoredRecipient>]
type Sample = {
  readonly days: number
  readonly hour: number
  readonly subject: string
  readonly message: string
  readonly to: readonly Copy[]
  /** What its first recipient answered. */
  readonly answer?: readonly [name: string, message: string]
  /** Name and content of a file that goes with it. */
  readonly file?: readonly [name: string, content: string]
}

const refused = (failure: 'recipient' | 'message', answer: string): Partial<StoredRecipient> => ({
  state: 'failed',
  failure,
  answer,
  sentAt: null,
})

const team = ['camila', 'otavio', 'juliana', 'livia', 'natalia', 'simone'].map(
  (name): Copy => [`${name}@aurora.example`],
)

/** The oldest first. */
const samples: readonly Sample[] = [
  {
    days: -9,
    hour: 18,
    subject: 'Escala do feriado',
    message:
      'Pessoal,\n\nna sexta a loja abre das 10h às 16h. Quem estiver na escala recebe folga na semana seguinte, combinada com a Lívia.\n\nUm abraço,\nRafael',
    to: team,
    file: ['Escala-do-feriado.csv', 'pessoa;entrada;saida\nCamila Prado;10:00;16:00\nOtávio Lima;10:00;14:00\n'],
  },
  {
    days: -6,
    hour: 9,
    subject: 'Lote 0925: encosto rasgado',
    message:
      'Bom dia,\n\né o quarto caso do mesmo lote desde outubro. Preciso saber se a troca sai sem visita técnica, como combinamos em julho.\n\nRafael Nogueira\nCasa Aurora Móveis',
    to: [['fabrica@moveisipe.example', refused('message', '554 5.7.1 Message rejected as spam')]],
  },
  {
    days: -4,
    hour: 17,
    subject: 'Tabela de tecidos',
    message:
      'Dra. Aline,\n\nestes são os linhos disponíveis a partir de dezembro. O areia volta no dia 8, e o musgo está em estoque.\n\nUm abraço,\nCasa Aurora Móveis',
    to: [['aline@fontoura.example'], ['compras@fontoura.example']],
    file: ['Tabela-de-tecidos.csv', 'tecido;cor;metro\nlinho;areia;R$ 148,00\nlinho;musgo;R$ 148,00\n'],
    answer: [
      'Aline Fontoura',
      'Obrigada, Rafael!\n\nFicamos com o musgo. Conseguem entregar até o dia 12?\n\nEm qua., 17:00, Casa Aurora Móveis <vendas@aurora.example> escreveu:\n> estes são os linhos disponíveis a partir de dezembro.',
    ],
  },
  {
    days: -2,
    hour: 11,
    subject: 'Proposta 0412: lobby e 18 quartos',
    message:
      'Bom dia, Marina.\n\nConforme a visita de terça, segue a proposta com os três tecidos e o prazo por andar. As amostras chegam amanhã.\n\nRafael Nogueira\nCasa Aurora Móveis',
    to: [['compras@hotelsantateresa.example']],
    file: ['Proposta-0412.csv', 'item;quantidade;valor\nlobby;1;R$ 38.400,00\nquarto;18;R$ 4.260,00\n'],
  },
  {
    days: -1,
    hour: 14,
    subject: 'Segunda via do boleto',
    message:
      'Bom dia, João!\n\nSegue a segunda via do boleto, com vencimento na sexta. O desconto de pontualidade continua valendo até lá, e o frete do sofá já está incluído.\n\nUm abraço,\nRafael Nogueira\nCasa Aurora Móveis',
    to: [
      ['joao.santanna@correio.example'],
      ['contabil@santanna.example'],
      ['aline@fontoura.example', { tries: 2 }],
      [
        'naoexiste@correio.example',
        refused('recipient', '550 5.1.1 <naoexiste@correio.example>: Recipient address rejected: User unknown'),
      ],
    ],
  },
  {
    days: 1,
    hour: 8,
    subject: 'Black Friday para arquitetos',
    message:
      'Olá!\n\nAmanhã cedo abrimos a lista antes do público. São doze peças da coleção Aurora com 30% e entrega até o Natal.\n\nCasa Aurora Móveis',
    to: [['aline@fontoura.example'], ['atelie@marquesa.example'], ['contato@largodoboticario.example']],
  },
  {
    days: 4,
    hour: 9,
    subject: 'Prazo da proposta 0412',
    message:
      'Marina,\n\na proposta vence na segunda. Se ajudar, seguro os tecidos por mais cinco dias, sem custo.\n\nRafael',
    to: [['compras@hotelsantateresa.example']],
  },
]

const templates = [
  {
    name: 'Segunda via do boleto',
    subject: 'Segunda via do boleto, {{firstName}}',
    html: '<p>{{ms}}, {{firstName}}!</p><p>Segue a <strong>segunda via do boleto</strong>. O pagamento pode levar até dois dias úteis para ser confirmado.</p><p>Qualquer dúvida, responda a este e-mail.</p>',
  },
  {
    name: 'Visita agendada',
    subject: 'Sua visita está marcada',
    html: '<p>{{ms}}, {{firstName}}!</p><p>Sua visita está marcada. Para recebermos você bem, confira:</p><ul><li>um documento com foto</li><li>as medidas do ambiente</li><li>fotos, se houver</li></ul><p>Até breve!</p>',
  },
]
const SIGNATURE = '<p><strong>{{user.name}}</strong><br>{{company.name}}</p>'

/** The first admin writes them. */
export async function addEmails(cx: Cx, folder: string): Promise<void> {
  const author = cx.db.select({ userId: users.id }).from(users).where(eq(users.active, true)).orderBy(users.id).get()
  if (!author) return
  const calendar = calendarAround(cx.now(), cx.tenant.timeZone)
  const files = new Map<Sample, ReceivedFile>()
  for (const sample of samples) if (sample.file) files.set(sample, await storeFile(folder, ...sample.file))
  cx.transaction((cx) => {
    writeSetting(cx.db, 'smtpauth', `${DEMO_MAIL_SERVER.host}:${DEMO_MAIL_SERVER.port}`)
    writeSetting(cx.db, 'usersmtpauth', SENDER)
    for (const template of templates) insertTemplate(cx, author, template)
    setSignature(cx, author, { html: SIGNATURE })
    for (const sample of samples) {
      const { days, hour, subject, message, to } = sample
      const sendAt = calendar(days, hour)
      const isSent = days < 0
      const createdAt = isSent ? sendAt : cx.now() - DAY / 2
      const { id } = cx.db
        .insert(emails)
        .values({
          userId: author.userId,
          token: crypto.randomUUID(),
          subject,
          message,
          words: searchable(`${subject} ${to.map(([address]) => address).join(' ')}`),
          state: isSent ? 'done' : 'scheduled',
          sendAt,
          nextAt: isSent ? null : sendAt,
          createdAt,
          updatedAt: createdAt,
        })
        .returning({ id: emails.id })
        .get()
      const usual = isSent
        ? { state: 'sent' as const, tries: 1, sentAt: sendAt + MINUTE / 10, nextAt: null }
        : { state: 'queued' as const, nextAt: sendAt }
      for (const [address, also = {}] of to)
        cx.db
          .insert(emailRecipients)
          .values({ emailId: id, address, since: sendAt, ...usual, ...also })
          .run()
      if (sample.answer) addAnswer(cx, id, sample, sendAt + 3 * HOUR)
      const file = files.get(sample)
      if (file) setFiles(cx, author, id, [addFile(cx, author, file).id])
    }
  })
}

function addAnswer(cx: Cx, emailId: number, { subject, to, answer }: Sample, receivedAt: number): void {
  const [[address = ''] = ['']] = to
  const [name = '', message = ''] = answer ?? []
  execute(
    cx.db,
    `INSERT INTO email_answers (email_id, recipient_id, kind, message_id, reference_ids, from_name, from_address, reply_to,
       subject, message, sent_at, received_at)
     VALUES (@emailId, (SELECT min(id) FROM email_recipients WHERE email_id = @emailId), 'reply', @messageId, @references, @name,
       @address, '', @subject, @message, @receivedAt, @receivedAt)`,
    {
      ...{ emailId, name, address, message, receivedAt, subject: `Re: ${subject}` },
      messageId: `${emailId}@aurora.example`,
      references: `<${emailId}@aurora.example>`,
    },
  )
}

async function storeFile(folder: string, name: string, content: string): Promise<ReceivedFile> {
  const bytes = Buffer.from(content)
  const { path, sha256: file, size } = await receiveFile(folder, Readable.from([bytes]), bytes.length)
  await adoptFile(folder, path, file)
  return { file, name, mimetype: 'text/csv', size }
}
