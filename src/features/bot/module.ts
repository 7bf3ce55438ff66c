import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { autoResponders } from '../../tickets/auto-responders'
import { bot as autoResponder, botSubscribers } from './bot'
import { botJobs } from './jobs'
import { botLogKinds } from './log-kinds'
import { positionSubscribers } from './positions'
import { addSpeakingBot } from './sample'

export const bot = {
  name: 'bot',
  jobs: botJobs,
  subscribers: [...botSubscribers, ...positionSubscribers],
  logKinds: botLogKinds,
  fills: [autoResponders.filledWith(autoResponder), samples.filledWith(addSpeakingBot)],
} satisfies Module
