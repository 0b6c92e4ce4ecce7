// What is not mutated, as a plugin of Stryker: texts that people read, and tables of values without a rule in them.
const TEXTS = /(refusals|texts|problems|reasons|words)$/i;
/** What describes a call or a form, and what says something to an operator. */
const DESCRIBES = /^(Type|forAdmins|forAffiliates|forEveryone|forVisitors|refused|OneOf)$/;
const LOGS = /^(log|logger|console)$/;

const nameOf = (node) => (node.type === 'Identifier' ? node.name : node.type === 'MemberExpression' ? nameOf(node.object) : '');

/** A table that a module holds: objects, lists and texts, but no function. */
function isTable(path) {
  const { node, parentPath } = path;
  if (node.type !== 'VariableDeclarator' || !/^(Program|ExportNamedDeclaration)$/.test(parentPath.parent.type)) return false;
  let init = node.init;
  while (/^TS(As|Satisfies)Expression$/.test(init?.type)) init = init.expression;
  if (!/^(ObjectExpression|ArrayExpression|StringLiteral|TemplateLiteral)$/.test(init?.type)) return false;
  let plain = true;
  const rule = () => {
    plain = false;
  };
  path.traverse({ Function: rule, BinaryExpression: rule });
  return plain;
}

function why(path) {
  const { node } = path;
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && TEXTS.test(node.id.name)) return 'texts that people read';
  if (node.type === 'NewExpression' && /(Error|Problem)$/.test(nameOf(node.callee))) return 'the text of an error';
  if (node.type === 'CallExpression' && DESCRIBES.test(nameOf(node.callee)))
    return 'the description of a call, which the specs of contracts hold';
  if (node.type === 'CallExpression' && LOGS.test(nameOf(node.callee))) return 'a line for the operator';
  return isTable(path) ? 'a table of values without a rule' : undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: { shouldIgnore: why } }];
