import type { Chapter } from '../../chapter'
import { bot as answerer, botSubscribers } from './bot'
import { botJobs } from './jobs'
import { positionSubscribers } from './positions'
import { addSpeakingBot } from './sample'

export const bot = {
  name: 'bot',
  jobs: botJobs,
  subscribers: [...botSubscribers, ...positionSubscribers],
  answerers: [answerer],
  sample: addSpeakingBot,
} satisfies Chapter
