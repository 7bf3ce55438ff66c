import { beforeAll } from 'bun:test'
import { RAFAEL } from '../support/demo'
import { testFourFiles } from '../support/four-files'
import { stage } from '../support/stage'

const { demo, enter } = await stage()

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
})

testFourFiles({ demo, enter }, 'Aline Fontoura', { phone: true })
