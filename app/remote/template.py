"""A chat template that keeps the beginning of an answer: the one of the published checkpoints drops it.

It renders the published prompt, and behind it the assistant's turn as far as it is given. A server that trusts templates of
requests is sent it; `packaging/vllm/chat_template.jinja` is the same text, for servers that are started with it.
"""

from __future__ import annotations

CHAT_TEMPLATE = """\
{%- set ns = namespace(system='') -%}
{%- for m in messages if m.role == 'system' -%}
  {%- if m.content is string -%}
    {%- set ns.system = ns.system + m.content -%}
  {%- else -%}
    {%- for c in m.content if c.text is defined -%}{%- set ns.system = ns.system + c.text -%}{%- endfor -%}
  {%- endif -%}
{%- endfor -%}
{{- '<|im_start|>system\\n' + ns.system + '<|im_end|>\\n' -}}
{%- for m in messages if m.role == 'user' -%}
  {{- '<|im_start|>user\\n' -}}
  {%- if m.content is string -%}
    {{- m.content -}}
  {%- else -%}
    {%- for c in m.content -%}
      {%- if c.type == 'audio' or c.audio is defined -%}
        {{- '<|audio_start|><|audio_pad|><|audio_end|>' -}}
      {%- elif c.text is defined -%}
        {{- c.text -}}
      {%- endif -%}
    {%- endfor -%}
  {%- endif -%}
  {{- '<|im_end|>\\n' -}}
{%- endfor -%}
{%- for m in messages if m.role == 'assistant' -%}
  {{- '<|im_start|>assistant\\n' -}}
  {%- if m.content is string -%}
    {{- m.content -}}
  {%- else -%}
    {%- for c in m.content if c.text is defined -%}{{- c.text -}}{%- endfor -%}
  {%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}
"""
