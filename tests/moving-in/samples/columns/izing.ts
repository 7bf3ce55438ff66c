/** Tables of Izing, June 2024, as its own steps make them: each column and its type. */
export const izingColumns = {
  ApiConfigs:
    'id:uuid sessionId:integer name:varchar isActive:boolean token:varchar userId:integer tenantId:integer urlServiceStatus:text urlMessageStatus:text createdAt:instant updatedAt:instant authToken:text',
  ApiMessages:
    'id:uuid messageId:varchar externalKey:varchar body:text ack:integer number:varchar mediaName:text timestamp:integer sessionId:integer tenantId:integer messageWA:json apiConfig:json createdAt:instant updatedAt:instant mediaUrl:text',
  AutoReply:
    'id:integer action:integer userId:integer createdAt:instant updatedAt:instant name:varchar isActive:boolean celularTeste:varchar tenantId:integer',
  AutoReplyLogs:
    'id:integer autoReplyId:integer autoReplyName:varchar stepsReplyId:integer stepsReplyMessage:varchar wordsReply:varchar contactId:integer ticketId:integer createdAt:instant updatedAt:instant',
  CampaignContacts:
    'id:integer messageRandom:varchar body:text mediaName:varchar messageId:varchar jobId:varchar ack:integer timestamp:integer contactId:integer campaignId:integer createdAt:instant updatedAt:instant',
  Campaigns:
    'id:integer name:varchar start:instant status:varchar sessionId:integer message1:text message2:text message3:text mediaUrl:varchar mediaType:varchar userId:integer tenantId:integer createdAt:instant updatedAt:instant delay:integer',
  ChatFlow:
    'id:integer name:varchar flow:json isActive:boolean celularTeste:varchar userId:integer tenantId:integer createdAt:instant updatedAt:instant isDeleted:boolean',
  ContactCustomFields: 'id:integer name:varchar value:varchar contactId:integer createdAt:instant updatedAt:instant',
  ContactTags: 'id:integer tagId:integer contactId:integer tenantId:integer createdAt:instant updatedAt:instant',
  ContactWallets: 'id:integer walletId:integer contactId:integer tenantId:integer createdAt:instant updatedAt:instant',
  Contacts:
    'id:integer name:varchar number:varchar profilePicUrl:text createdAt:instant updatedAt:instant email:varchar isGroup:boolean tenantId:integer pushname:varchar isUser:boolean isWAContact:boolean telegramId:bigint instagramPK:bigint messengerId:text',
  FastReply: 'id:integer key:varchar message:text userId:integer tenantId:integer createdAt:instant updatedAt:instant',
  LogTickets:
    'id:integer userId:integer ticketId:integer queueId:integer type:varchar createdAt:instant updatedAt:instant',
  Messages:
    'id:varchar body:text ack:integer read:boolean mediaType:varchar mediaUrl:varchar ticketId:integer createdAt:instant updatedAt:instant fromMe:boolean isDeleted:boolean contactId:integer quotedMsgId:varchar timestamp:bigint userId:integer scheduleDate:instant sendType:varchar messageId:varchar status:varchar wabaMediaId:text tenantId:integer idFront:varchar',
  MessagesOffLine:
    'id:integer body:text ack:integer read:boolean mediaType:varchar mediaUrl:varchar userId:integer ticketId:integer fromMe:boolean isDeleted:boolean contactId:integer quotedMsgId:varchar createdAt:instant updatedAt:instant',
  Queues:
    'id:integer queue:varchar userId:integer createdAt:instant updatedAt:instant isActive:boolean tenantId:integer',
  SequelizeMeta: 'name:varchar',
  Settings: 'key:varchar value:text createdAt:instant updatedAt:instant tenantId:integer id:integer',
  StepsReply:
    'id:integer reply:varchar idAutoReply:integer userId:integer createdAt:instant updatedAt:instant initialStep:boolean',
  StepsReplyActions:
    'id:integer stepReplyId:integer words:varchar action:integer userId:integer createdAt:instant updatedAt:instant nextStepId:integer queueId:integer userIdDestination:integer replyDefinition:varchar',
  Tags: 'id:integer tag:varchar isActive:boolean color:varchar userId:integer tenantId:integer createdAt:instant updatedAt:instant',
  Tenants:
    'id:integer status:varchar ownerId:integer createdAt:instant updatedAt:instant name:varchar businessHours:json messageBusinessHours:text maxUsers:integer maxConnections:integer',
  Tickets:
    'id:integer status:varchar lastMessage:text contactId:integer userId:integer createdAt:instant updatedAt:instant whatsappId:integer isGroup:boolean autoReplyId:integer stepAutoReplyId:integer queueId:integer tenantId:integer unreadMessages:integer answered:boolean channel:varchar chatFlowId:integer stepChatFlow:varchar lastMessageAt:bigint startedAttendanceAt:bigint closedAt:bigint isActiveDemand:boolean botRetries:integer lastInteractionBot:instant apiConfig:json isFarewellMessage:boolean',
  UserMessagesLog: 'id:integer messageId:varchar userId:integer ticketId:integer createdAt:instant updatedAt:instant',
  Users:
    'id:integer name:varchar email:varchar passwordHash:varchar createdAt:instant updatedAt:instant profile:varchar tokenVersion:integer tenantId:integer lastLogin:instant lastLogout:instant isOnline:boolean configs:json lastOnline:instant status:varchar',
  UsersQueues: 'id:integer queueId:integer userId:integer createdAt:instant updatedAt:instant',
  Whatsapps:
    'id:integer session:text qrcode:text status:varchar battery:varchar plugged:boolean createdAt:instant updatedAt:instant name:varchar isDefault:boolean retries:integer tenantId:integer number:varchar phone:json isDeleted:boolean tokenTelegram:varchar type:varchar instagramUser:varchar instagramKey:varchar tokenAPI:text wabaBSP:varchar isActive:boolean tokenHook:text fbPageId:text fbObject:json farewellMessage:text chatFlowId:integer',
} as const
