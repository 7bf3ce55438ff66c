import { readChannel } from '../reading/states'
import { readBoolean, readClock, readText } from '../reading/values'
import type { Family, SourceRows } from '../source'
import { always, bool, dated, file, from, id, type KindTables, raw, requiredId, text, textOr, whole } from './mapping'
import type { Staging } from './staging'

const ownFolder = { saas2025: 'company<id>/' }
const ofTicketsContact = { saas2025: 'company<id>/contacts/' }

/** The bot of a fork with chatbots walks them, not the options of queues. */
const hasChatbots = (staging: Staging) => !staging.isEmpty('Chatbots')

export const peopleKinds = {
  users: [
    {
      table: 'Users',
      fields: {
        ...dated,
        name: textOr('', 'name'),
        email: textOr('', 'email'),
        passwordHash: text('passwordHash'),
        profile: text('profile'),
        super: from([['super'], ['profile']], ([isSuper = null, profile = null]) => isSuperUser(isSuper, profile)),
        active: bool(true, 'isActive', 'active'),
        startWork: from([['startWork'], ['endWork']], ([start = null, end = null]) => shiftOf(start, end)?.[0] ?? null),
        endWork: from([['startWork'], ['endWork']], ([start = null, end = null]) => shiftOf(start, end)?.[1] ?? null),
        farewellMessage: text('farewellMessage'),
        allUserChat: bool(false, 'allUserChat'),
        connectionId: id('whatsappId'),
      },
    },
  ],
  userQueues: ['UserQueues', 'UsersQueues'].map((table) => ({
    table,
    parents: [
      { table: 'Users', by: ['userId'], isRequired: true },
      { table: 'Queues', by: ['queueId'], isRequired: true },
    ],
    fields: { userId: requiredId('userId'), queueId: requiredId('queueId') },
  })),
  queues: [
    {
      table: 'Queues',
      fields: {
        ...dated,
        name: textOr('', 'name', 'queue'),
        color: text('color'),
        greetingMessage: text('greetingMessage'),
        outOfHoursMessage: text('outOfHoursMessage'),
        hours: text('schedules'),
        position: whole('orderQueue'),
        active: bool(true, 'isActive'),
        mediaPath: file(ownFolder, 'mediaPath'),
        mediaName: text('mediaName'),
        distributes: bool(false, 'ativarRoteador'),
        distributesAfter: whole('tempoRoteador'),
        isRandom: from([['typeRandomMode']], ([mode = null]) => mode?.toUpperCase() === 'RANDOM'),
      },
    },
  ],
  queueOptions: [
    {
      table: 'Chatbots',
      isUsed: hasChatbots,
      parents: [{ table: 'Queues', by: ['queueId'] }],
      tree: ['chatbotId'],
      fields: {
        ...dated,
        queueId: id('queueId'),
        parentId: id('chatbotId'),
        title: textOr('', 'name'),
        message: text('greetingMessage'),
        option: always(null),
        kind: from([['queueType']], ([type = null]) => kindOfChatbot(type)),
        targetId: from(
          [['queueType'], ['optQueueId'], ['optUserId'], ['optFileId'], ['optIntegrationId']],
          ([type = null, queue = null, user = null, ofFile = null, integration = null]) =>
            ({ text: null, queue, user, file: ofFile, integration })[kindOfChatbot(type)],
        ),
        closes: bool(false, 'closeTicket'),
        mediaPath: always(null),
        mediaName: always(null),
      },
    },
    {
      table: 'QueueOptions',
      isUsed: (staging) => !hasChatbots(staging),
      parents: [{ table: 'Queues', by: ['queueId'] }],
      tree: ['parentId'],
      fields: {
        ...dated,
        queueId: id('queueId'),
        parentId: id('parentId'),
        title: textOr('', 'title'),
        message: text('message'),
        option: text('option'),
        kind: from([['forwardQueueId']], ([queue = null]) => (queue ? 'queue' : 'text')),
        targetId: id('forwardQueueId'),
        closes: bool(false, 'exitChatbot'),
        mediaPath: file(ownFolder, 'mediaPath'),
        mediaName: text('mediaName'),
      },
    },
  ],
  connections: [
    {
      table: 'Whatsapps',
      fields: {
        ...dated,
        name: textOr('', 'name'),
        channel: from([['channel', 'type']], ([channel = null]) => readChannel(channel)),
        number: from([['number', 'phone_number'], ['session']], ([number = null, session = null]) =>
          numberOf(number, session),
        ),
        isDefault: bool(false, 'isDefault'),
        isDeleted: bool(false, 'isDeleted'),
        token: text('token', 'tokenAPI'),
        greetingMessage: text('greetingMessage'),
        // Products without the one text send the other when a conversation is closed.
        completionMessage: from(
          [['complationMessage'], ['farewellMessage']],
          ([completion = null, farewell = null], { family }) =>
            readText(completion) ?? (isFarewellLast(family) ? readText(farewell) : null),
        ),
        outOfHoursMessage: text('outOfHoursMessage'),
        ratingMessage: text('ratingMessage'),
        farewellMessage: from([['farewellMessage']], ([farewell = null], { family }) =>
          isFarewellLast(family) ? null : readText(farewell),
        ),
        transferMessage: text('transferMessage'),
        expiresAfter: whole('expiresTicket'),
        maxUseBotQueues: whole('maxUseBotQueues'),
        timeSendQueue: whole('timeSendQueue', 'timeToTransfer'),
        sendIdQueue: id('sendIdQueue', 'transferQueueId'),
        session: text('session'),
      },
    },
  ],
  connectionQueues: [
    {
      table: 'WhatsappQueues',
      parents: [
        { table: 'Whatsapps', by: ['whatsappId'], isRequired: true },
        { table: 'Queues', by: ['queueId'], isRequired: true },
      ],
      fields: { connectionId: requiredId('whatsappId'), queueId: requiredId('queueId') },
    },
  ],
  contacts: [
    {
      table: 'Contacts',
      fields: {
        ...dated,
        name: raw('name'),
        pushName: text('pushname'),
        number: textOr('', 'number', 'telegramId', 'instagramPK', 'messengerId'),
        remoteJid: text('remoteJid'),
        lid: text('lid'),
        email: text('email'),
        isGroup: bool(false, 'isGroup'),
        channel: from(
          [['telegramId'], ['instagramPK'], ['messengerId'], ['channel'], ['number']],
          ([telegram = null, instagram = null, messenger = null, channel = null, number = null]) =>
            channelOfContact(readText(number), { telegram, instagram, facebook: messenger }) ?? readChannel(channel),
        ),
        active: bool(true, 'active'),
        acceptsAudio: bool(true, 'acceptAudioMessage'),
        disableBot: bool(false, 'disableBot'),
        birthDate: text('birthDate'),
        picture: file(ofTicketsContact, 'urlPicture'),
        connectionId: id('whatsappId'),
      },
    },
  ],
  contactFields: [
    {
      table: 'ContactCustomFields',
      parents: [{ table: 'Contacts', by: ['contactId'], isRequired: true }],
      fields: {
        id: requiredId('id'),
        contactId: requiredId('contactId'),
        name: textOr('', 'name'),
        value: textOr('', 'value'),
      },
    },
  ],
  lidMaps: [
    {
      table: 'WhatsappLidMaps',
      parents: [{ table: 'Contacts', by: ['contactId'], isRequired: true }],
      fields: { lid: textOr('', 'lid'), contactId: requiredId('contactId') },
    },
  ],
  tags: [
    {
      table: 'Tags',
      fields: {
        ...dated,
        name: textOr('', 'name', 'tag'),
        color: text('color'),
        isKanban: bool(false, 'kanban'),
        active: bool(true, 'isActive'),
        position: whole('orderLane', 'position'),
      },
    },
  ],
  ticketTags: [
    {
      table: 'TicketTags',
      parents: [
        { table: 'Tickets', by: ['ticketId'], isRequired: true },
        { table: 'Tags', by: ['tagId'], isRequired: true },
      ],
      fields: { ticketId: requiredId('ticketId'), tagId: requiredId('tagId') },
    },
  ],
  contactTags: [
    {
      table: 'ContactTags',
      parents: [
        { table: 'Contacts', by: ['contactId'], isRequired: true },
        { table: 'Tags', by: ['tagId'], isRequired: true },
      ],
      fields: { contactId: requiredId('contactId'), tagId: requiredId('tagId') },
    },
  ],
} satisfies Partial<KindTables>

const isFarewellLast = (family: Family) => family === 'community' || family === 'izing'

/** Izing has no switch; its forks write the profile. */
const isSuperUser = (isSuper: string | null, profile: string | null): boolean =>
  readBoolean(isSuper) ?? /^super(admin)?$/i.test(profile?.trim() ?? '')

/** Null for any time. */
function shiftOf(start: string | null, end: string | null): readonly [string, string] | null {
  const [from, to] = [readClock(start), readClock(end)]
  if (from === null || to === null || from === to || (from === '00:00' && to === '23:59')) return null
  return [from, to]
}

function kindOfChatbot(type: string | null): SourceRows['queueOptions']['kind'] {
  switch (type?.trim().toLowerCase()) {
    case 'queue':
      return 'queue'
    case 'attendent':
    case 'attendant':
      return 'user'
    case 'file':
      return 'file'
    case 'integration':
      return 'integration'
    default:
      return 'text'
  }
}

/** Of the stored session where the product has no column: `creds.me.id` is `<digits>:<device>@s.whatsapp.net`. */
function numberOf(number: string | null, session: string | null): string | null {
  const digits = number?.replace(/\D/g, '')
  if (digits) return digits
  return session === null ? null : (/"me"\s*:\s*\{[^}]*?"id"\s*:\s*"(\d{5,20})[:@.]/.exec(session)?.[1] ?? null)
}

function channelOfContact(
  number: string | null,
  ids: Readonly<Record<'telegram' | 'instagram' | 'facebook', string | null>>,
): SourceRows['contacts']['channel'] | undefined {
  if (number !== null) return undefined
  return (['telegram', 'instagram', 'facebook'] as const).find((channel) => readText(ids[channel]) !== null)
}
