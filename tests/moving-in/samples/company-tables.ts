import type { NeutralCompany, NeutralContact, NeutralOption } from './neutral'
import { hashes } from './passwords'
import type { SampleValue } from './table'
import type { Writing } from './tables'
import { putTicket, type TicketSurroundings } from './ticket-tables'

export const instantOf = (moment: string | undefined): number | null =>
  moment === undefined ? null : Date.parse(moment)
const founded = Date.parse('2024-01-02T03:04:05.678Z')
const dates = { createdAt: founded, updatedAt: founded }

/** A company's rows and the numbers of what others name by key. */
export type CompanyWriting = Writing & {
  readonly companyId: number
  readonly company: NeutralCompany
  /** Columns that name the company. */
  readonly own: Readonly<Record<string, SampleValue>>
  id(table: string, key: string): number
}

export function putCompany(writing: Writing, company: NeutralCompany, planId: number): void {
  const companyId = writing.numbers.next('Companies')
  const it: CompanyWriting = {
    ...writing,
    companyId,
    company,
    own: { companyId, tenantId: companyId },
    id: (table, key) => writing.numbers.of(table, `${companyId} ${key}`),
  }
  putCompanyRow(it, planId)
  putConnections(it)
  putQueues(it)
  putPeople(it)
  putContacts(it)
  putTags(it)
  putTickets(it)
  putWriting(it)
  putCampaigns(it)
  putChats(it)
  putSettings(it)
}

const english = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const portuguese = ['Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado', 'Domingo']

/** The SaaS fork has one span for each day. */
const plainHours = (hours: NeutralCompany['hours']): string =>
  JSON.stringify(
    hours.map((spans, at) => ({
      weekday: portuguese[at],
      weekdayEn: english[at],
      startTime: spans[0]?.[0] ?? '',
      endTime: spans.at(-1)?.[1] ?? '',
    })),
  )
/** The 2025 fork's, and Ticketz' before February 2026: with a second span in some. */
const oldHours = (hours: NeutralCompany['hours']): string =>
  JSON.stringify(
    hours.map(([first, second], at) => ({
      weekday: portuguese[at],
      weekdayEn: english[at],
      startTimeA: first?.[0] ?? '',
      endTimeA: first?.[1] ?? '',
      startTimeB: second?.[0] ?? '',
      endTimeB: second?.[1] ?? '',
    })),
  )
const newHours = ({ hours, holidays }: NeutralCompany): string =>
  JSON.stringify({
    timezone: 'America/Sao_Paulo',
    weeklyRules: hours.map((spans, at) => ({
      days: [english[at]?.slice(0, 3)],
      hours: spans.map(([from, to]) => ({ from, to })),
    })),
    overrides: holidays.map((date) => ({ date, repeat: 'yearly', closed: true, label: 'Natal' })),
  })
const izingHours = (hours: NeutralCompany['hours']): string =>
  JSON.stringify(
    [6, 0, 1, 2, 3, 4, 5].map((at, day) => {
      const [first, second] = hours[at] ?? []
      const type = first ? 'H' : 'C'
      return {
        day,
        label: portuguese[at],
        type,
        hr1: first?.[0] ?? '08:00',
        hr2: first?.[1] ?? '12:00',
        hr3: second?.[0] ?? first?.[0] ?? '14:00',
        hr4: second?.[1] ?? first?.[1] ?? '18:00',
      }
    }),
  )

function putCompanyRow({ tables, family, companyId, company, own }: CompanyWriting, planId: number): void {
  const schedules =
    family === 'saas'
      ? plainHours(company.hours)
      : family === 'ticketz' && company.holidays.length > 0
        ? newHours(company)
        : oldHours(company.hours)
  tables.put('Companies', {
    id: companyId,
    name: company.name,
    phone: company.phone,
    email: company.email,
    planId,
    status: company.active,
    schedules,
    dueDate:
      company.dueOn === null ? null : family === 'ticketz' ? company.dueOn : Date.parse(`${company.dueOn}T00:00:00Z`),
    recurrence: 'MENSAL',
    language: 'pt',
    document: '12.345.678/0001-99',
    paymentMethod: 'pix',
    generateInvoice: true,
    ...dates,
  })
  tables.put('Tenants', {
    id: companyId,
    name: company.name,
    status: company.active ? 'active' : 'inactive',
    businessHours: izingHours(company.hours),
    messageBusinessHours: 'Estamos fechados.',
    maxUsers: 10,
    maxConnections: 3,
    ...dates,
  })
  tables.put('Subscriptions', {
    id: companyId,
    isActive: true,
    expiresAt: founded,
    providerSubscriptionId: 'sub_1',
    ...own,
    ...dates,
  })
}

function putConnections({ tables, family, company, own, id }: CompanyWriting): void {
  for (const connection of company.connections) {
    const whatsappId = id('Whatsapps', connection.key)
    const me = JSON.stringify({
      creds: { me: { id: `${connection.number}:12@s.whatsapp.net`, name: company.name }, account: {} },
      keys: {},
    })
    tables.put('Whatsapps', {
      id: whatsappId,
      name: connection.name,
      session: family === 'ticketz' || family === 'saas' ? me : '',
      qrcode: '',
      status: 'CONNECTED',
      battery: '80',
      plugged: false,
      retries: 0,
      isDefault: connection.isDefault,
      greetingMessage: connection.greeting ?? '',
      complationMessage: connection.completion ?? '',
      outOfHoursMessage: '',
      ratingMessage: 'Dê uma nota',
      farewellMessage: family === 'community' || family === 'izing' ? (connection.completion ?? '') : '',
      transferMessage: '',
      token: connection.token ?? '',
      tokenAPI: connection.token,
      provider: 'beta',
      channel: 'whatsapp',
      type: 'whatsapp',
      number: connection.number,
      isActive: true,
      isDeleted: false,
      expiresTicket: 0,
      maxUseBotQueues: 3,
      allowGroup: true,
      groupAsTicket: 'enabled',
      timeUseBotQueues: '0',
      triggerIntegrationOnClose: false,
      ...own,
      ...dates,
    })
    for (const queue of connection.queues)
      tables.put('WhatsappQueues', { whatsappId, queueId: id('Queues', queue), ...dates })
    tables.put('BaileysKeys', { whatsappId, type: 'pre-key', key: '1', value: '{}' })
    tables.put('BaileysContacts', {
      whatsappId,
      contactId: '5511987654321@s.whatsapp.net',
      payload: '{"name":"Da agenda"}',
      ...dates,
    })
  }
}

function putQueues(it: CompanyWriting): void {
  const { tables, company, own, id, family } = it
  for (const queue of company.queues) {
    const queueId = id('Queues', queue.key)
    tables.put('Queues', {
      id: queueId,
      name: queue.name,
      queue: queue.name,
      color: queue.color,
      greetingMessage: queue.greeting ?? '',
      schedules: family === 'saas' ? plainHours(company.hours) : oldHours(company.hours),
      outOfHoursMessage: '',
      orderQueue: queueId,
      isActive: true,
      mediaPath: '',
      mediaName: '',
      tempoRoteador: 0,
      ativarRoteador: false,
      closeTicket: false,
      typeRandomMode: 'RANDOM',
      ...own,
      ...dates,
    })
    if (family === 'saas2025') putChatbots(it, queue.options, { queueId })
    else putOptions(it, queue.options, queueId, null)
  }
}

function putOptions(
  it: CompanyWriting,
  options: readonly NeutralOption[],
  queueId: number,
  parentId: number | null,
): void {
  for (const [at, option] of options.entries()) {
    const own = it.numbers.next('QueueOptions')
    const forwardQueueId = option.leadsTo === undefined ? null : it.id('Queues', option.leadsTo)
    it.tables.put('QueueOptions', {
      id: own,
      title: option.title,
      message: option.message,
      option: String(at + 1),
      queueId,
      parentId,
      mediaPath: '',
      mediaName: '',
      forwardQueueId,
      exitChatbot: false,
      ...dates,
    })
    putOptions(it, option.options ?? [], queueId, own)
  }
}

function putChatbots(
  it: CompanyWriting,
  options: readonly NeutralOption[],
  parent: { queueId?: number; chatbotId?: number },
): void {
  for (const option of options) {
    const own = it.numbers.next('Chatbots')
    const optQueueId = option.leadsTo === undefined ? null : it.id('Queues', option.leadsTo)
    it.tables.put('Chatbots', {
      id: own,
      name: option.title,
      greetingMessage: option.message,
      queueType: optQueueId === null ? 'text' : 'queue',
      optQueueId,
      isAgent: false,
      closeTicket: false,
      ...parent,
      ...dates,
    })
    putChatbots(it, option.options ?? [], { chatbotId: own })
  }
}

function putPeople({ tables, company, own, id }: CompanyWriting): void {
  for (const person of company.people) {
    const userId = id('Users', person.key)
    const passwordHash = person.password === null ? 'no hash' : hashes[person.password]
    tables.put('Users', {
      id: userId,
      name: person.name,
      email: person.email,
      passwordHash,
      profile: person.profile,
      super: person.isSuper ?? false,
      tokenVersion: 0,
      startWork: person.shift?.[0] ?? '00:00',
      endWork: person.shift?.[1] ?? '23:59',
      allUserChat: 'enabled',
      allTicket: 'desabled',
      allowGroup: true,
      defaultTheme: 'light',
      status: 'offline',
      ...own,
      ...dates,
    })
    for (const queue of person.queues) {
      tables.put('UserQueues', { userId, queueId: id('Queues', queue), ...dates })
      tables.put('UsersQueues', {
        id: id('UsersQueues', `${person.key} ${queue}`),
        userId,
        queueId: id('Queues', queue),
        ...dates,
      })
    }
  }
}

/** Ticketz marks a contact of whom only the LID is known; the others store its digits. */
function numberIn({ family }: CompanyWriting, { number, lid = '' }: NeutralContact): string {
  return number ?? (family === 'ticketz' ? `${lid}@lid` : lid)
}

function putContacts(it: CompanyWriting): void {
  const { tables, company, own, id } = it
  for (const contact of company.contacts) {
    const contactId = id('Contacts', contact.key)
    const { number, lid } = contact
    const server = contact.isGroup ? 'g.us' : number === null ? 'lid' : 's.whatsapp.net'
    tables.put('Contacts', {
      id: contactId,
      name: contact.stored ?? contact.name,
      number: numberIn(it, contact),
      email: contact.email ?? '',
      isGroup: contact.isGroup ?? false,
      profilePicUrl: 'https://pps.whatsapp.net/v/x.jpg',
      channel: 'whatsapp',
      disableBot: false,
      active: true,
      acceptAudioMessage: true,
      remoteJid: `${number ?? lid}@${server}`,
      lid: lid === undefined ? null : `${lid}@lid`,
      pictureUpdated: false,
      presence: 'available',
      pushname: contact.stored ?? contact.name,
      isUser: true,
      isWAContact: true,
      ...own,
      ...dates,
    })
    if (lid !== undefined)
      tables.put('WhatsappLidMaps', {
        id: id('WhatsappLidMaps', contact.key),
        lid: `${lid}@lid`,
        contactId,
        ...own,
        ...dates,
      })
    for (const [name, value] of Object.entries(contact.fields ?? {})) {
      tables.put('ContactCustomFields', {
        id: id('ContactCustomFields', `${contact.key} ${name}`),
        name,
        value,
        contactId,
        ...dates,
      })
    }
  }
}

function putTags({ tables, company, own, id }: CompanyWriting): void {
  for (const tag of company.tags) {
    tables.put('Tags', {
      id: id('Tags', tag.name),
      name: tag.name,
      tag: tag.name,
      color: tag.color,
      kanban: Number(tag.isKanban),
      isActive: true,
      timeLane: 0,
      rollbackLaneId: 0,
      ...own,
      ...dates,
    })
  }
  for (const contact of company.contacts) {
    for (const tag of contact.tags ?? [])
      tables.put('ContactTags', {
        id: id('ContactTags', `${contact.key} ${tag}`),
        contactId: id('Contacts', contact.key),
        tagId: id('Tags', tag),
        ...own,
        ...dates,
      })
  }
}

function putTickets(it: CompanyWriting): void {
  const said: TicketSurroundings = { externalIds: new Map(), copied: new Set(), tickets: new Map() }
  for (const ticket of it.company.tickets) putTicket(it, ticket, said)
}

const scheduleStates = { pending: 'PENDENTE', sent: 'ENVIADA', failed: 'ERRO', taken: 'AGENDADA' } as const

function putWriting({ tables, family, files, company, companyId, own, id, numbers }: CompanyWriting): void {
  for (const quick of company.quickMessages) {
    const userId = id('Users', quick.owner)
    const row = { userId, ...own, ...dates }
    const hasFile = quick.file !== undefined && tables.has('QuickMessages', 'mediaPath')
    const media = hasFile ? { mediaPath: quick.file.name, mediaName: quick.file.name } : {}
    tables.put('QuickMessages', {
      id: numbers.next('QuickMessages'),
      shortcode: quick.shortcut,
      message: quick.text,
      geral: true,
      visao: true,
      isOficial: false,
      ...media,
      ...row,
    })
    tables.put('QuickAnswers', {
      id: numbers.next('QuickAnswers'),
      shortcut: quick.shortcut,
      message: quick.text,
      ...row,
    })
    tables.put('FastReply', { id: numbers.next('FastReply'), key: quick.shortcut, message: quick.text, ...row })
    if (hasFile)
      files.push({
        path:
          family === 'saas2025'
            ? `company${companyId}/quickMessage/${quick.file.name}`
            : `quickMessage/${quick.file.name}`,
        content: quick.file.content ?? '',
      })
  }
  for (const schedule of company.schedules) {
    tables.put('Schedules', {
      id: numbers.next('Schedules'),
      body: schedule.text,
      sendAt: instantOf(schedule.sendAt),
      sentAt: instantOf(schedule.sentAt),
      contactId: id('Contacts', schedule.contact),
      userId: id('Users', schedule.by),
      status: scheduleStates[schedule.state],
      saveMessage: false,
      enviarQuantasVezes: 1,
      contadorEnvio: 0,
      intervalo: 1,
      valorIntervalo: 0,
      tipoDias: 4,
      assinar: false,
      ...own,
      ...dates,
    })
  }
  for (const announcement of company.announcements) {
    tables.put('Announcements', {
      id: numbers.next('Announcements'),
      priority: 1,
      title: announcement.title,
      text: announcement.text,
      status: announcement.active,
      type: 'general',
      isAutoGenerated: false,
      ...own,
      ...dates,
    })
  }
  for (const invoice of company.invoices) {
    tables.put('Invoices', {
      id: numbers.next('Invoices'),
      detail: invoice.detail,
      status: invoice.isPaid ? 'paid' : 'open',
      value: invoice.cents / 100,
      dueDate: invoice.dueDate,
      users: 10,
      connections: 3,
      queues: 10,
      ...own,
      ...dates,
    })
  }
}

const campaignStates = {
  draft: 'INATIVA',
  scheduled: 'PROGRAMADA',
  running: 'EM_ANDAMENTO',
  canceled: 'CANCELADA',
  finished: 'FINALIZADA',
} as const
const izingStates = {
  draft: 'pending',
  scheduled: 'scheduled',
  running: 'processing',
  canceled: 'canceled',
  finished: 'finished',
} as const

function putCampaigns({ tables, family, company, own, id, numbers }: CompanyWriting): void {
  for (const list of company.lists) {
    tables.put('ContactLists', { id: id('ContactLists', list.name), name: list.name, ...own, ...dates })
    for (const entry of list.entries) {
      tables.put('ContactListItems', {
        id: id('ContactListItems', `${list.name} ${entry.number}`),
        name: entry.name,
        number: entry.number,
        email: '',
        isWhatsappValid: entry.isValid,
        isGroup: false,
        contactListId: id('ContactLists', list.name),
        ...own,
        ...dates,
      })
    }
  }
  for (const campaign of company.campaigns) {
    const campaignId = id('Campaigns', campaign.name)
    const texts = Object.fromEntries(
      Array.from({ length: 5 }, (_, at) => [`message${at + 1}`, campaign.texts[at] ?? '']),
    )
    const at = instantOf(campaign.at)
    const status = (family === 'izing' ? izingStates : campaignStates)[campaign.state]
    tables.put('Campaigns', {
      id: campaignId,
      name: campaign.name,
      ...texts,
      confirmation: false,
      status,
      scheduledAt: at,
      start: at,
      completedAt: campaign.state === 'finished' ? at : null,
      contactListId: id('ContactLists', campaign.list),
      whatsappId: id('Whatsapps', campaign.connection),
      sessionId: id('Whatsapps', campaign.connection),
      delay: 20,
      isRecurring: false,
      executionCount: 0,
      ...own,
      ...dates,
    })
    for (const sent of campaign.sentTo) {
      tables.put('CampaignShipping', {
        id: numbers.next('CampaignShipping'),
        number: sent.number,
        message: campaign.texts[0] ?? '',
        contactId: id('ContactListItems', `${campaign.list} ${sent.number}`),
        campaignId,
        deliveredAt: sent.at === null ? null : instantOf(sent.at),
        ...dates,
      })
      const known = company.contacts.find(({ number }) => number === sent.number)
      if (known)
        tables.put('CampaignContacts', {
          id: numbers.next('CampaignContacts'),
          messageRandom: 'message1',
          body: campaign.texts[0] ?? '',
          contactId: id('Contacts', known.key),
          campaignId,
          ack: 2,
          messageId: '3EB0CAMPANHA',
          ...dates,
        })
    }
  }
  if (company.campaigns.length > 0) {
    for (const [key, value] of Object.entries({
      messageInterval: '20',
      longerIntervalAfter: '30',
      greaterInterval: '60',
      variables: '[{"key":"loja","value":"Padaria"}]',
    })) {
      tables.put('CampaignSettings', { id: numbers.next('CampaignSettings'), key, value, ...own, ...dates })
    }
  }
}

function putChats({ tables, company, own, id, numbers }: CompanyWriting): void {
  for (const chat of company.chats) {
    const chatId = id('Chats', chat.title)
    tables.put('Chats', {
      id: chatId,
      title: chat.title,
      uuid: '6f1a2c1e-2f43-4b0c-9a51-0d1c3b2a4e5f',
      ownerId: id('Users', chat.owner),
      lastMessage: chat.messages.at(-1)?.text ?? '',
      isGroup: true,
      groupName: chat.title,
      description: '',
      groupImage: '',
      ...own,
      ...dates,
    })
    for (const member of chat.members)
      tables.put('ChatUsers', {
        id: numbers.next('ChatUsers'),
        chatId,
        userId: id('Users', member),
        unreads: 0,
        ...dates,
      })
    for (const message of chat.messages) {
      const at = instantOf(message.at)
      tables.put('ChatMessages', {
        id: numbers.next('ChatMessages'),
        chatId,
        senderId: id('Users', message.by),
        message: message.text,
        mediaPath: '',
        mediaName: '',
        isEdited: false,
        isDeleted: false,
        ...own,
        createdAt: at,
        updatedAt: at,
      })
    }
  }
}

function putSettings({ tables, company, companyId, own, numbers }: CompanyWriting): void {
  for (const [key, value] of Object.entries(company.settings))
    tables.put('Settings', { id: numbers.next('Settings'), key, value, ...own, ...dates })
  tables.put('CompaniesSettings', {
    id: companyId,
    hoursCloseTicketsAuto: '9999999999',
    chatBotType: 'text',
    acceptCallWhatsapp: 'enabled',
    userRandom: 'enabled',
    sendGreetingMessageOneQueues: 'enabled',
    sendSignMessage: 'enabled',
    sendFarewellWaitingTicket: 'disabled',
    userRating: 'enabled',
    sendGreetingAccepted: 'enabled',
    CheckMsgIsGroup: 'enabled',
    sendQueuePosition: 'disabled',
    scheduleType: 'disabled',
    acceptAudioMessageContact: 'enabled',
    enableLGPD: 'disabled',
    sendMsgTransfTicket: 'disabled',
    requiredTag: 'disabled',
    lgpdDeleteMessage: 'disabled',
    lgpdHideNumber: 'disabled',
    lgpdConsent: 'disabled',
    lgpdLink: '',
    lgpdMessage: '',
    DirectTicketsToWallets: false,
    closeTicketOnTransfer: false,
    showNotificationPending: false,
    informarValorVenda: false,
    ...own,
    ...dates,
  })
}
