import { problemsOfMail, problemsOfName } from './checks.js'

export const register = ({ name, mail }) => [...problemsOfName(name), ...problemsOfMail(mail)]
