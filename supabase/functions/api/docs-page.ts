import { html, raw } from 'hono/html';
import type { oas31 } from 'zod-openapi';
import { schemaRows, schemaText } from './docs-schema.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5dae1, #39404a); --soft: light-dark(#f4f6f8, #1d2126); --dim: light-dark(#4d5866, #a9b4c0); --accent: light-dark(#0b5ed7, #7db4ff) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1rem/1.55 system-ui, sans-serif; background: light-dark(#fff, #14171a); color: light-dark(#16202c, #e6ebf0) }
h1, h2, h3 { line-height: 1.25 } h2 { margin-top: 3rem } h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere } h4 { margin: 1rem 0 .25rem; font-size: .9rem }
a { color: var(--accent) } p { margin: .5rem 0 } code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
nav ul { columns: 20rem; padding: 0; margin: .25rem 0 1rem; list-style: none } nav li { break-inside: avoid; padding: .15rem 0 }
article { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0; scroll-margin: 1rem }
article:target { outline: 2px solid var(--accent) }
.method { display: inline-block; min-width: 4.5rem; text-transform: uppercase; font-weight: 700 } .dim { color: var(--dim) }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-top: 1px solid var(--line) }
th { border-top: 0; font-weight: 600 } td:first-child { white-space: nowrap }
`;

/** The Content-Security-Policy of the page: it loads nothing, from nowhere, and runs nothing. */
export async function docsPolicy(): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLE)));
  const style = `'sha256-${btoa(String.fromCharCode(...hash))}'`;
  return `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** The OpenAPI document as a page to read. */
export function docsPage(document: oas31.OpenAPIObject) {
  const { info, tags = [], components } = document;
  const operations = operationsOf(document);
  const inTag = (name: string) => operations.filter(({ operation }) => operation.tags?.includes(name));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${info.title}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <header>
          <h1>${info.title} ${info.version}</h1>
          ${(info.description ?? '').split('\n\n').map((text) => html`<p>${prose(text)}</p>`)}
          <p><a href="/api/openapi.json">OpenAPI 3.1 document</a> · * marks what has to be sent.</p>
        </header>
        <nav aria-label="Calls">
          ${tags.map(
            ({ name }) =>
              html`<strong>${name}</strong>
                <ul>
                  ${inTag(name).map(
                    ({ method, path, operation }) =>
                      html`<li><a href="#${operation.operationId}"><code>${method.toUpperCase()} ${path}</code></a></li>`,
                  )}
                </ul>`,
          )}
        </nav>
        <main>
          ${tags.map(
            ({ name }) => html`<section><h2>${name}</h2>${inTag(name).map(operationArticle)}</section>`,
          )}
          <section>
            <h2>Shapes</h2>
            ${Object.entries(components?.schemas ?? {}).map(
              ([name, schema]) => html`<article id="${name}"><h3>${name}</h3>${fieldTable(schema)}</article>`,
            )}
          </section>
        </main>
      </body>
    </html>`;
}

type Listed = { method: string; path: string; operation: oas31.OperationObject };

function operationsOf(document: oas31.OpenAPIObject): Listed[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

const ACCESS: Record<string, string> = { anyone: 'Anybody', user: 'Signed-in users', admin: 'Admins' };

function operationArticle({ method, path, operation }: Listed) {
  const { operationId, summary, description, requestBody, responses = {} } = operation;
  const parameters = (operation.parameters ?? []).flatMap((each) => ('$ref' in each ? [] : [each]));
  const body = requestBody && !('$ref' in requestBody) ? Object.entries(requestBody.content) : [];
  return html`<article id="${operationId}">
    <h3><code><span class="method">${method}</span> ${path}</code></h3>
    <p>${prose(summary ?? '')}. <span class="dim">${ACCESS[String(operation['x-access'])]}.</span></p>
    ${description ? html`<p>${prose(description)}</p>` : ''}
    ${parameters.length > 0
      ? html`<h4>Parameters</h4>
          <div class="scroll"><table>
            <tr><th>Name</th><th>In</th><th>What</th></tr>
            ${parameters.map(
              ({ name, in: place, required, schema, description: text }) => html`<tr>
                <td><code>${name}</code>${required ? ' *' : ''}</td><td>${place}</td>
                <td>${text ? html`${text}: ` : ''}${schema ? schemaText(schema) : ''}</td>
              </tr>`,
            )}
          </table></div>`
      : ''}
    ${body.map(([type, { schema }]) => html`<h4>Body <code>${type}</code></h4>${schema ? fieldTable(schema) : ''}`)}
    <h4>Answers</h4>
    <div class="scroll"><table>
      <tr><th>Status</th><th>When</th><th>Body</th></tr>
      ${Object.entries<oas31.ResponseObject | oas31.ReferenceObject>(responses).map(([status, answer]) => answerRow(status, answer))}
    </table></div>
  </article>`;
}

function answerRow(status: string, answer: oas31.ResponseObject | oas31.ReferenceObject) {
  if ('$ref' in answer) return '';
  const schema = answer.content?.['application/json']?.schema;
  return html`<tr>
    <td>${status}</td><td>${prose(answer.description)}</td><td>${schema ? schemaText(schema) : ''}</td>
  </tr>`;
}

function fieldTable(schema: oas31.SchemaObject | oas31.ReferenceObject) {
  const rows = schemaRows(schema);
  if (rows.length === 0) return html`<p>${schemaText(schema)}</p>`;
  return html`<div class="scroll"><table>
    <tr><th>Field</th><th>What</th></tr>
    ${rows.map(
      ({ name, isRequired, text }) => html`<tr><td><code>${name}</code>${isRequired ? ' *' : ''}</td><td>${text}</td></tr>`,
    )}
  </table></div>`;
}

/** A sentence with `code` in it. */
const prose = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
