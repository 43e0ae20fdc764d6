import { problemsOfName } from './checks.js'

export const rename = ({ name }) => problemsOfName(name)
