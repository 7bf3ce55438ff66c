import type { Module } from '../../platform/module'
import { mentionSubscribers } from './actions'
import { noteMentionRoutes } from './routes'

export const noteMentions = {
  name: 'note-mentions',
  routes: noteMentionRoutes,
  subscribers: mentionSubscribers,
} satisfies Module
