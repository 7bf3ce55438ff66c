/** Tables of the SaaS fork of launcherbr, July 2024, as its own steps make them: each column and its type. */
export const saasColumns = {
  Announcements:
    'id:integer priority:integer title:varchar text:text mediaPath:text mediaName:text companyId:integer status:boolean createdAt:instant updatedAt:instant',
  Baileys: 'id:integer whatsappId:integer contacts:text chats:text createdAt:instant updatedAt:instant',
  BaileysChats:
    'id:integer whatsappId:integer jid:varchar conversationTimestamp:varchar unreadCount:integer createdAt:instant updatedAt:instant',
  BaileysMessages:
    'id:integer whatsappId:integer baileysChatId:integer jsonMessage:json createdAt:instant updatedAt:instant',
  CampaignSettings: 'id:integer key:varchar value:text companyId:integer createdAt:instant updatedAt:instant',
  CampaignShipping:
    'id:integer jobId:varchar number:varchar message:text confirmationMessage:text confirmation:boolean contactId:integer campaignId:integer confirmationRequestedAt:instant confirmedAt:instant deliveredAt:instant createdAt:instant updatedAt:instant',
  Campaigns:
    'id:integer name:varchar message1:text message2:text message3:text message4:text message5:text confirmationMessage1:text confirmationMessage2:text confirmationMessage3:text confirmationMessage4:text confirmationMessage5:text status:varchar confirmation:boolean mediaPath:text mediaName:text companyId:integer contactListId:integer whatsappId:integer scheduledAt:instant completedAt:instant createdAt:instant updatedAt:instant fileListId:integer',
  ChatMessages:
    'id:integer chatId:integer senderId:integer message:text mediaPath:text mediaName:text createdAt:instant updatedAt:instant',
  ChatUsers: 'id:integer chatId:integer userId:integer unreads:integer createdAt:instant updatedAt:instant',
  Chats:
    'id:integer title:text uuid:varchar ownerId:integer lastMessage:text companyId:integer createdAt:instant updatedAt:instant',
  Companies:
    'id:integer name:varchar phone:varchar email:varchar createdAt:instant updatedAt:instant planId:integer status:boolean schedules:json dueDate:instant recurrence:varchar',
  ContactCustomFields: 'id:integer name:varchar value:varchar contactId:integer createdAt:instant updatedAt:instant',
  ContactListItems:
    'id:integer name:varchar number:varchar email:varchar contactListId:integer isWhatsappValid:boolean companyId:integer createdAt:instant updatedAt:instant',
  ContactLists: 'id:integer name:varchar companyId:integer createdAt:instant updatedAt:instant',
  Contacts:
    'id:integer name:varchar number:varchar profilePicUrl:varchar createdAt:instant updatedAt:instant email:varchar isGroup:boolean companyId:integer whatsappId:integer',
  Files: 'id:integer companyId:integer name:varchar message:text createdAt:instant updatedAt:instant',
  FilesOptions:
    'id:integer name:varchar path:varchar fileId:integer createdAt:instant updatedAt:instant mediaType:varchar',
  Helps: 'id:integer title:varchar description:text video:varchar link:text createdAt:instant updatedAt:instant',
  Invoices:
    'id:integer detail:varchar status:varchar value:double createdAt:instant updatedAt:instant dueDate:varchar companyId:integer',
  Messages:
    'id:varchar body:text ack:integer read:boolean mediaType:varchar mediaUrl:varchar ticketId:integer createdAt:instant updatedAt:instant fromMe:boolean isDeleted:boolean contactId:integer quotedMsgId:varchar companyId:integer remoteJid:text dataJson:text participant:text queueId:integer isEdited:boolean',
  Plans:
    'id:integer name:varchar users:integer connections:integer queues:integer value:double createdAt:instant updatedAt:instant useCampaigns:boolean useExternalApi:boolean useInternalChat:boolean useSchedules:boolean useKanban:boolean useOpenAi:boolean useIntegrations:boolean',
  Prompts:
    'id:integer name:text apiKey:text prompt:text maxTokens:integer maxMessages:integer temperature:integer promptTokens:integer completionTokens:integer totalTokens:integer voice:text voiceKey:text voiceRegion:text queueId:integer companyId:integer createdAt:instant updatedAt:instant',
  QueueIntegrations:
    'id:integer type:varchar name:varchar projectName:varchar jsonContent:text language:varchar createdAt:instant updatedAt:instant urlN8N:varchar companyId:integer typebotSlug:varchar typebotExpires:integer typebotKeywordFinish:varchar typebotUnknownMessage:varchar typebotDelayMessage:integer typebotKeywordRestart:varchar typebotRestartMessage:varchar',
  QueueOptions:
    'id:integer title:varchar message:text option:text queueId:integer parentId:integer createdAt:instant updatedAt:instant mediaName:text mediaPath:text',
  Queues:
    'id:integer name:varchar color:varchar greetingMessage:text createdAt:instant updatedAt:instant companyId:integer schedules:json outOfHoursMessage:text orderQueue:integer mediaName:text mediaPath:text integrationId:integer promptId:integer',
  QuickMessages:
    'id:integer shortcode:varchar message:text companyId:integer createdAt:instant updatedAt:instant userId:integer mediaPath:varchar mediaName:varchar',
  Schedules:
    'id:integer body:text sendAt:instant sentAt:instant contactId:integer ticketId:integer userId:integer companyId:integer createdAt:instant updatedAt:instant status:varchar mediaName:varchar mediaPath:varchar',
  SequelizeMeta: 'name:varchar',
  Settings: 'key:varchar value:text createdAt:instant updatedAt:instant companyId:integer id:integer',
  Subscriptions:
    'id:integer isActive:boolean expiresAt:instant userPriceCents:integer whatsPriceCents:integer lastInvoiceUrl:varchar lastPlanChange:instant companyId:integer providerSubscriptionId:varchar createdAt:instant updatedAt:instant',
  Tags: 'id:integer name:varchar color:varchar companyId:integer createdAt:instant updatedAt:instant kanban:integer',
  TicketNotes:
    'id:integer note:varchar userId:integer contactId:integer ticketId:integer createdAt:instant updatedAt:instant',
  TicketTags: 'ticketId:integer tagId:integer createdAt:instant updatedAt:instant',
  TicketTraking:
    'id:integer ticketId:integer companyId:integer whatsappId:integer userId:integer createdAt:instant updatedAt:instant queuedAt:instant startedAt:instant finishedAt:instant ratingAt:instant rated:boolean chatbotAt:instant',
  Tickets:
    'id:integer status:varchar lastMessage:text contactId:integer userId:integer createdAt:instant updatedAt:instant whatsappId:integer isGroup:boolean unreadMessages:integer queueId:integer companyId:integer uuid:uuid chatbot:boolean queueOptionId:integer amountUsedBotQueues:integer fromMe:boolean useIntegration:boolean integrationId:integer typebotSessionId:varchar typebotStatus:boolean promptId:varchar',
  UserQueues: 'userId:integer queueId:integer createdAt:instant updatedAt:instant',
  UserRatings:
    'id:integer ticketId:integer companyId:integer userId:integer rate:integer createdAt:instant updatedAt:instant',
  Users:
    'id:integer name:varchar email:varchar passwordHash:varchar createdAt:instant updatedAt:instant profile:varchar tokenVersion:integer companyId:integer super:boolean online:boolean allTicket:varchar whatsappId:integer resetPassword:varchar',
  WhatsappQueues: 'whatsappId:integer queueId:integer createdAt:instant updatedAt:instant',
  Whatsapps:
    'id:integer session:text qrcode:text status:varchar battery:varchar plugged:boolean createdAt:instant updatedAt:instant name:varchar isDefault:boolean retries:integer greetingMessage:text companyId:integer complationMessage:text outOfHoursMessage:text ratingMessage:text token:text farewellMessage:text provider:text sendIdQueue:integer promptId:integer integrationId:integer maxUseBotQueues:integer expiresTicket:integer expiresInactiveMessage:varchar timeUseBotQueues:integer transferQueueId:integer timeToTransfer:integer',
} as const
