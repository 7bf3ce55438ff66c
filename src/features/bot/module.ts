import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { answerers } from '../../tickets/receiving/answerers'
import { bot as answerer, botSubscribers } from './bot'
import { botJobs } from './jobs'
import { positionSubscribers } from './positions'
import { addSpeakingBot } from './sample'

export const bot = {
  name: 'bot',
  jobs: botJobs,
  subscribers: [...botSubscribers, ...positionSubscribers],
  fills: [answerers.filledWith(answerer), samples.filledWith(addSpeakingBot)],
} satisfies Module
