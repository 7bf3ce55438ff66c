import type { Chapter } from '../../chapter'
import { bot as answerer, botSubscribers } from './bot'
import { botJobs } from './jobs'
import { positionSubscribers } from './positions'

export const bot = {
  name: 'bot',
  jobs: botJobs,
  subscribers: [...botSubscribers, ...positionSubscribers],
  answerers: [answerer],
} satisfies Chapter
