/** What a new company does before its first answer. */
import { defineTexts } from '../../../shared/i18n/define'

export const firstStepsTexts = defineTexts('firstSteps', (language) => import(`./firstSteps.${language}.json`), {
  title: 'Primeiros passos',
  text: '{done} de {all} feitos. Cada passo se marca sozinho.',
  allDone: 'Tudo pronto. Bom atendimento.',
  done: 'feito',
  dismiss: 'Dispensar',
  close: 'Concluir',
  queue: {
    title: 'Crie a primeira fila e o bot dela',
    text: 'Vendas, Suporte… Um modelo já traz saudação e opções.',
    act: 'Criar fila',
  },
  connection: {
    title: 'Conecte o seu WhatsApp',
    text: 'Leia o QR code com o celular da empresa.',
    act: 'Conectar',
  },
  message: {
    title: 'Responda a primeira mensagem',
    text: 'Depois de conectar, escreva de outro celular para o número da empresa.',
    to: 'Escreva de outro celular para {number} e aceite o atendimento em Aguardando.',
  },
  people: {
    title: 'Chame a sua equipe',
    text: 'Cada pessoa entra com o próprio e-mail e vê as filas dela.',
    act: 'Novo usuário',
  },
  hours: {
    title: 'Diga quando estão abertos',
    text: 'Fora do horário, uma mensagem de ausência responde por vocês.',
    act: 'Definir horário',
  },
})
