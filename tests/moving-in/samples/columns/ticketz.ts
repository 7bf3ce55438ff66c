/** Tables of Ticketz, August 2026, as its own steps make them: each column and its type. */
export const ticketzColumns = {
  Announcements:
    'id:integer priority:integer title:varchar text:text mediaPath:text mediaName:text companyId:integer status:boolean createdAt:instant updatedAt:instant',
  Baileys: 'id:integer whatsappId:integer contacts:text chats:text createdAt:instant updatedAt:instant',
  BaileysContacts: 'whatsappId:integer contactId:varchar payload:json createdAt:instant updatedAt:instant',
  BaileysKeys: 'whatsappId:integer type:varchar key:varchar value:text',
  CampaignSettings: 'id:integer key:varchar value:text companyId:integer createdAt:instant updatedAt:instant',
  CampaignShipping:
    'id:integer jobId:varchar number:varchar message:text confirmationMessage:text confirmation:boolean contactId:integer campaignId:integer confirmationRequestedAt:instant confirmedAt:instant deliveredAt:instant createdAt:instant updatedAt:instant',
  Campaigns:
    'id:integer name:varchar message1:text message2:text message3:text message4:text message5:text confirmationMessage1:text confirmationMessage2:text confirmationMessage3:text confirmationMessage4:text confirmationMessage5:text status:varchar confirmation:boolean mediaPath:text mediaName:text companyId:integer contactListId:integer whatsappId:integer scheduledAt:instant completedAt:instant createdAt:instant updatedAt:instant',
  ChatMessages:
    'id:integer chatId:integer senderId:integer message:text mediaPath:text mediaName:text createdAt:instant updatedAt:instant mediaType:text',
  ChatUsers: 'id:integer chatId:integer userId:integer unreads:integer createdAt:instant updatedAt:instant',
  Chats:
    'id:integer title:text uuid:varchar ownerId:integer lastMessage:text companyId:integer createdAt:instant updatedAt:instant',
  Companies:
    'id:integer name:varchar phone:varchar email:varchar createdAt:instant updatedAt:instant planId:integer status:boolean schedules:json dueDate:date recurrence:varchar language:varchar',
  ContactCustomFields: 'id:integer name:varchar value:varchar contactId:integer createdAt:instant updatedAt:instant',
  ContactListItems:
    'id:integer name:varchar number:varchar email:varchar contactListId:integer isWhatsappValid:boolean companyId:integer createdAt:instant updatedAt:instant',
  ContactLists: 'id:integer name:varchar companyId:integer createdAt:instant updatedAt:instant',
  ContactTags: 'contactId:integer tagId:integer createdAt:instant updatedAt:instant',
  Contacts:
    'id:integer name:varchar number:varchar profilePicUrl:varchar createdAt:instant updatedAt:instant email:varchar isGroup:boolean companyId:integer channel:text disableBot:boolean presence:varchar profileHiresPictureUrl:text language:varchar',
  Counters: 'companyId:integer serie:varchar timestamp:instant value:integer',
  Helps: 'id:integer title:varchar description:text video:varchar link:text createdAt:instant updatedAt:instant',
  Invoices:
    'id:integer detail:varchar status:varchar value:double createdAt:instant updatedAt:instant dueDate:varchar companyId:integer txId:varchar payGw:varchar payGwData:text currency:varchar',
  Messages:
    'id:varchar body:text ack:integer read:boolean mediaType:varchar mediaUrl:varchar ticketId:integer createdAt:instant updatedAt:instant fromMe:boolean isDeleted:boolean contactId:integer quotedMsgId:varchar companyId:integer remoteJid:text dataJson:text participant:text queueId:integer channel:text isEdited:boolean thumbnailUrl:varchar error:json',
  OldMessages: 'id:integer messageId:varchar body:text createdAt:instant updatedAt:instant ticketId:integer',
  OutOfTicketMessages: 'id:varchar whatsappId:integer dataJson:text createdAt:instant updatedAt:instant',
  Plans:
    'id:integer name:varchar users:integer connections:integer queues:integer createdAt:instant updatedAt:instant value:double isPublic:boolean currency:varchar',
  QueueOptions:
    'id:integer title:varchar message:text option:text queueId:integer parentId:integer createdAt:instant updatedAt:instant mediaName:text mediaPath:text forwardQueueId:integer exitChatbot:boolean',
  Queues:
    'id:integer name:varchar color:varchar greetingMessage:text createdAt:instant updatedAt:instant companyId:integer schedules:json outOfHoursMessage:text mediaName:text mediaPath:text',
  QuickMessages:
    'id:integer shortcode:varchar message:text companyId:integer createdAt:instant updatedAt:instant userId:integer',
  Schedules:
    'id:integer body:text sendAt:instant sentAt:instant contactId:integer ticketId:integer userId:integer companyId:integer createdAt:instant updatedAt:instant status:varchar saveMessage:boolean',
  SequelizeMeta: 'name:varchar',
  Settings: 'key:varchar value:text createdAt:instant updatedAt:instant companyId:integer id:integer',
  Subscriptions:
    'id:integer isActive:boolean expiresAt:instant userPriceCents:integer whatsPriceCents:integer lastInvoiceUrl:varchar lastPlanChange:instant companyId:integer providerSubscriptionId:varchar createdAt:instant updatedAt:instant',
  Tags: 'id:integer name:varchar color:varchar companyId:integer createdAt:instant updatedAt:instant kanban:integer',
  TicketNotes:
    'id:integer note:varchar userId:integer contactId:integer ticketId:integer createdAt:instant updatedAt:instant',
  TicketTags: 'ticketId:integer tagId:integer createdAt:instant updatedAt:instant',
  TicketTraking:
    'id:integer ticketId:integer companyId:integer whatsappId:integer userId:integer createdAt:instant updatedAt:instant queuedAt:instant startedAt:instant finishedAt:instant ratingAt:instant rated:boolean expired:boolean chatbotendAt:instant',
  Tickets:
    'id:integer status:varchar lastMessage:text contactId:integer userId:integer createdAt:instant updatedAt:instant whatsappId:integer isGroup:boolean unreadMessages:integer queueId:integer companyId:integer uuid:uuid chatbot:boolean queueOptionId:integer channel:text',
  Translations: 'language:varchar namespace:varchar key:varchar value:text',
  UserQueues: 'userId:integer queueId:integer createdAt:instant updatedAt:instant',
  UserRatings:
    'id:integer ticketId:integer companyId:integer userId:integer rate:integer createdAt:instant updatedAt:instant',
  UserSocketSessions: 'id:varchar userId:integer active:boolean createdAt:instant updatedAt:instant',
  Users:
    'id:integer name:varchar email:varchar passwordHash:varchar createdAt:instant updatedAt:instant profile:varchar tokenVersion:integer companyId:integer super:boolean',
  Wavoips: 'id:integer token:text whatsappId:integer createdAt:instant updatedAt:instant',
  WhatsappLidMaps: 'id:integer lid:varchar companyId:integer contactId:integer createdAt:instant updatedAt:instant',
  WhatsappQueues: 'whatsappId:integer queueId:integer createdAt:instant updatedAt:instant',
  Whatsapps:
    'id:integer session:text qrcode:text status:varchar battery:varchar plugged:boolean createdAt:instant updatedAt:instant name:varchar isDefault:boolean retries:integer greetingMessage:text companyId:integer complationMessage:text outOfHoursMessage:text ratingMessage:text token:text farewellMessage:text provider:text channel:varchar facebookUserToken:text tokenMeta:text facebookPageUserId:text facebookUserId:text transferMessage:text language:varchar',
} as const
