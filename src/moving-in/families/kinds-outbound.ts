import { readCampaignStatus } from '../reading/states'
import { instantOfNumber, readBoolean, readInstant, readNumber, readText } from '../reading/values'
import {
  always,
  bool,
  cents,
  dated,
  file,
  from,
  id,
  instant,
  type KindTables,
  maybe,
  requiredId,
  text,
  textOr,
  whole,
} from './mapping'

const ownFolder = { saas2025: 'company<id>/' }
const ofMember = { saas: 'quickMessage/', saas2025: 'company<id>/quickMessage/' }
const ofChat = { saas2025: 'company<id>/chat/' }
const ofAnnouncement = { saas2025: 'announcements/' }
const numbered = (name: string, most: number) => Array.from({ length: most }, (_, at) => [`${name}${at + 1}`])
const texts = (cells: readonly (string | null)[]) => cells.flatMap((cell) => readText(cell) ?? [])

export const outboundKinds = {
  quickMessages: [
    {
      table: 'QuickMessages',
      fields: {
        ...dated,
        shortcode: textOr('', 'shortcode'),
        message: text('message'),
        userId: id('userId'),
        mediaPath: file(ofMember, 'mediaPath'),
        mediaName: text('mediaName'),
        isShared: from([['visao'], ['geral'], ['userId']], ([seen = null, general = null, user = null]) =>
          isShared(readBoolean(seen), readBoolean(general), user),
        ),
      },
    },
    ...(['QuickAnswers', 'FastReply'] as const).map((table) => ({
      table,
      fields: {
        ...dated,
        shortcode: textOr('', 'shortcut', 'key'),
        message: text('message'),
        userId: id('userId'),
        mediaPath: always(null),
        mediaName: always(null),
        isShared: always(true),
      },
    })),
  ],
  campaigns: [
    {
      table: 'Campaigns',
      fields: {
        ...dated,
        name: textOr('', 'name'),
        messages: from(numbered('message', 5), texts),
        confirmations: from(numbered('confirmationMessage', 5), texts),
        asksConfirmation: bool(false, 'confirmation'),
        status: from([['status']], ([status = null]) => readCampaignStatus(status)),
        scheduledAt: instant('scheduledAt', 'start'),
        completedAt: instant('completedAt'),
        listId: id('contactListId'),
        connectionId: id('whatsappId', 'sessionId'),
        mediaPath: file(ownFolder, 'mediaPath', 'mediaUrl'),
        mediaName: text('mediaName'),
      },
    },
  ],
  campaignDeliveries: [
    {
      table: 'CampaignShipping',
      parents: [{ table: 'Campaigns', by: ['campaignId'], isRequired: true }],
      fields: {
        ...dated,
        campaignId: requiredId('campaignId'),
        number: text('number'),
        message: text('message'),
        itemId: id('contactId'),
        contactId: always(null),
        deliveredAt: instant('deliveredAt'),
        confirmationRequestedAt: instant('confirmationRequestedAt'),
        confirmedAt: instant('confirmedAt'),
        confirmation: maybe('confirmation'),
        ack: always(null),
        externalId: always(null),
      },
    },
    {
      table: 'CampaignContacts',
      parents: [{ table: 'Campaigns', by: ['campaignId'], isRequired: true }],
      fields: {
        ...dated,
        campaignId: requiredId('campaignId'),
        number: always(null),
        message: text('body'),
        itemId: always(null),
        contactId: id('contactId'),
        deliveredAt: from(
          [['messageId'], ['timestamp'], ['updatedAt']],
          ([messageId = null, timestamp = null, updatedAt = null], { zone }) =>
            readText(messageId) === null
              ? null
              : (instantOfNumber(readNumber(timestamp) ?? 0) ?? readInstant(updatedAt, zone)),
        ),
        confirmationRequestedAt: always(null),
        confirmedAt: always(null),
        confirmation: always(null),
        ack: from([['ack']], ([ack = null]) => (ack === null ? null : Number(ack) + 1)),
        externalId: text('messageId'),
      },
    },
  ],
  campaignSettings: [{ table: 'CampaignSettings', fields: { key: textOr('', 'key'), value: textOr('', 'value') } }],
  contactLists: [{ table: 'ContactLists', fields: { ...dated, name: textOr('', 'name') } }],
  contactListItems: [
    {
      table: 'ContactListItems',
      parents: [{ table: 'ContactLists', by: ['contactListId'], isRequired: true }],
      fields: {
        ...dated,
        listId: requiredId('contactListId'),
        name: text('name'),
        number: text('number'),
        email: text('email'),
        isValid: maybe('isWhatsappValid'),
      },
    },
  ],
  chats: [
    {
      table: 'Chats',
      parents: [{ table: 'Users', by: ['ownerId'] }],
      fields: { ...dated, title: text('groupName', 'title'), ownerId: id('ownerId'), uuid: text('uuid') },
    },
  ],
  chatMembers: [
    {
      table: 'ChatUsers',
      parents: [
        { table: 'Chats', by: ['chatId'], isRequired: true },
        { table: 'Users', by: ['userId'], isRequired: true },
      ],
      fields: { chatId: requiredId('chatId'), userId: requiredId('userId') },
    },
  ],
  chatMessages: [
    {
      table: 'ChatMessages',
      parents: [{ table: 'Chats', by: ['chatId'], isRequired: true }],
      fields: {
        ...dated,
        chatId: requiredId('chatId'),
        senderId: id('senderId'),
        message: text('message'),
        isDeleted: bool(false, 'isDeleted'),
        mediaPath: file(ofChat, 'mediaPath'),
        mediaName: text('mediaName'),
      },
    },
  ],
  announcements: [
    {
      table: 'Announcements',
      fields: {
        ...dated,
        title: textOr('', 'title'),
        text: text('text'),
        priority: whole('priority'),
        active: bool(true, 'status'),
        mediaPath: file(ofAnnouncement, 'mediaPath'),
        mediaName: text('mediaName'),
      },
    },
  ],
  invoices: [
    {
      table: 'Invoices',
      fields: {
        ...dated,
        detail: text('detail'),
        amount: cents('value'),
        isPaid: from([['status']], ([status = null]) => /^(paid|pago|paga)$/i.test(status?.trim() ?? '')),
        dueDate: text('dueDate'),
        updatedAt: instant('updatedAt'),
      },
    },
  ],
  apiAccesses: [
    {
      table: 'ApiConfigs',
      fields: {
        ...dated,
        name: text('name'),
        connectionId: id('sessionId'),
        token: text('token'),
        active: bool(true, 'isActive'),
        reports: from([['urlMessageStatus', 'urlServiceStatus']], ([address = null]) => readText(address) !== null),
      },
    },
  ],
  settings: [{ table: 'Settings', fields: { key: textOr('', 'key'), value: textOr('', 'value') } }],
} satisfies Partial<KindTables>

/** The 2025 fork shows what is `visao` to all; the others show a quick message to its user only. */
const isShared = (seen: boolean | null, general: boolean | null, user: string | null): boolean =>
  seen ?? general ?? user === null
