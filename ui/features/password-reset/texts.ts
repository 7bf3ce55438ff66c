import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('passwordReset', (language) => import(`./texts.${language}.json`), {
  pageTitle: 'Nova senha · Balcão',
  steps: 'Passos',
  stepEmail: 'E-mail',
  stepCode: 'Código e senha',
  title: 'Esqueceu a senha?',
  subtitle: 'Diga o e-mail com que você entra, e mandamos um código.',
  send: 'Enviar o código',
  sending: 'Enviando…',
  remembered: 'Lembrou?',
  signIn: 'Entre',
  signUp: 'cadastre sua empresa',
  orSignUp: ', ou ',
  password: 'Nova senha',
  repeat: 'Repita a senha',
  differ: 'As senhas não correspondem',
  save: 'Salvar e entrar',
  saving: 'Salvando…',
  saved: 'Senha redefinida com sucesso.',
  sessions: 'As outras sessões desta conta terminam.',
  contact: 'Falar com o suporte',
})
