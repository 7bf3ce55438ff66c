/** The operator enters a company that has consented, and comes back. */
import { test } from 'bun:test'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { enter } = await stage()
const ADRIANA = 'adriana@donazeze.example'

test('the operator asks, an administrator allows it, and both see when it ends', async () => {
  const adriana = await enter(ADRIANA, { at: '/tickets' })
  const rafael = await enter(RAFAEL.email, { at: '/companies' })
  await rafael.getByRole('button', { name: /Dona Zezé/ }).click()
  const pane = rafael.getByRole('complementary', { name: /Dona Zezé/ })
  await pane.getByRole('tab', { name: 'Suporte' }).click()
  await pane.getByLabel('Motivo, que o administrador lê').fill('A fila do bot')
  await pane.getByRole('button', { name: 'Pedir acesso' }).click()
  await pane.getByText(/“A fila do bot”. Falta um administrador responder/).waitFor()

  const strip = adriana.getByRole('complementary', { name: 'Acesso do suporte' })
  await strip.getByText('Rafael Nogueira, do suporte, pede para entrar: “A fila do bot”.').waitFor()
  await strip.getByRole('button', { name: 'Permitir por 1 h' }).click()
  await strip.getByText(/pode entrar até/).waitFor()

  await pane.getByRole('button', { name: 'Entrar', exact: true }).click()
  const guest = rafael.getByRole('complementary', { name: 'Acesso do suporte' })
  await guest.getByText(/^Você está em Restaurante Dona Zezé por suporte, até/).waitFor()
  await rafael.getByRole('link', { name: 'Etiquetas', exact: true }).click()
  await rafael.getByRole('heading', { name: 'Etiquetas' }).waitFor()

  // The consent is withdrawn: the operator is back among the companies, as themselves.
  await strip.getByRole('button', { name: 'Encerrar' }).click()
  await rafael.waitForURL('**/companies')
  await rafael.getByRole('button', { name: 'Nova empresa' }).waitFor()

  // A note stays with the company, and its pane with the address.
  await rafael.getByRole('button', { name: /Dona Zezé/ }).click()
  await pane.getByRole('tab', { name: 'Suporte' }).click()
  await pane.getByLabel('Nova nota, que só o operador vê').fill('Prefere ligação')
  await pane.getByRole('button', { name: 'Guardar nota' }).click()
  await pane.getByText('Prefere ligação').waitFor()
  await rafael.reload()
  await pane.waitFor()
})
