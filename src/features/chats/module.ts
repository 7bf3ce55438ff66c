import { movers } from '../../moving-in/mover'
import type { Module } from '../../platform/module'
import { mediaColumn } from '../../platform/stored-files'
import { samples } from '../../tenancy/lifecycle'
import { chatSubscribers } from './actions'
import { createChats } from './contract'
import { chatErrors } from './errors'
import { chatMover } from './move-in'
import { chatRoutes } from './routes'
import { addSampleChats } from './sample'

export const chats = {
  name: 'chats',
  routes: chatRoutes,
  permissions: [createChats],
  errors: chatErrors,
  subscribers: chatSubscribers,
  storedFiles: [mediaColumn('chat_messages')],
  fills: [samples.filledWith(addSampleChats), movers.filledWith(chatMover)],
  plan: 'useInternalChat',
} satisfies Module
